import type { Action, DeskComplaint } from '@baraza/contract';
import type { IconName } from '@baraza/ui/icon';
import { IconButton } from '@baraza/ui/icon-button';
import { Menu, MenuItem, type MenuHandle } from '@baraza/ui/menu';
import { t } from '@lingui/core/macro';
import { useRef, useState, type ReactNode } from 'react';
import { useMe } from '../../../lib/api/session.tsx';
import { actionWord } from '../../../lib/format/action-word.ts';
import { useShortcuts } from '../../../lib/shortcut/shortcuts.ts';
import { AssignChoice } from './assign-menu.tsx';
import type { Mode, Tab } from '../composer/composer-modes.ts';
import type { OpenDialog } from '../transition/dialogs.tsx';
import type { Transitions } from '../transition/use-transitions.ts';

/** What the header of a case acts on and leads to. */
export type CaseActs = {
  complaint: DeskComplaint;
  transitions: Transitions;
  onStart: () => void;
  onWrite: (tab: Tab, mode?: Mode) => void;
  onDialog: (dialog: OpenDialog) => void;
  onFacts: () => void;
  onClose: () => void;
  onNext?: () => void;
  onPrevious?: () => void;
};

type MenuAct = {
  icon: IconName;
  /** Shown only while the complaint allows it. */
  action?: Action;
  /** In place of the name of the action. */
  name?: string;
  /** For what has a place of its own on wider screens. */
  className?: string;
  /** Leaves the menu open. */
  stays?: true;
  run: (() => void) | undefined;
};

/** Lists what can be done with a complaint beside assigning and resolving. */
export function MoreMenu(props: CaseActs): ReactNode {
  const menu = useRef<MenuHandle>(null);
  useShortcuts({ s: () => menu.current?.open() });
  return (
    <Menu
      ref={menu}
      label={t`More actions`}
      trigger={(trigger) => <IconButton icon="more" label={t`More actions`} className="m:size-9" {...trigger} />}
    >
      {(close) => <Acts {...props} close={close} />}
    </Menu>
  );
}

function Acts(props: CaseActs & { close: () => void }): ReactNode {
  const { complaint, transitions, onStart, onWrite, onDialog, onFacts, onNext, onPrevious, close } = props;
  const [assigning, setAssigning] = useState(false);
  const isOfficer = useMe().role === 'officer';
  if (assigning) return <AssignChoice complaint={complaint} transitions={transitions} close={close} />;
  const acts: MenuAct[] = [
    { action: 'start', icon: 'play', run: onStart },
    { action: 'assign', icon: 'user', className: 'm:hidden', stays: true, run: () => setAssigning(true) },
    { action: 'ask', icon: 'support', run: () => onWrite('reply', 'ask') },
    { action: 'withdrawQuestion', icon: 'retry', run: () => onDialog({ action: 'withdrawQuestion' }) },
    { action: 'resolve', icon: 'check', run: () => onWrite('reply', 'resolve') },
    { action: 'extend', icon: 'calendar', run: () => onDialog({ action: 'extend' }) },
    { action: 'offerTransfer', icon: 'forward', run: () => onDialog({ action: 'offerTransfer' }) },
    { action: 'merge', icon: 'link', run: () => onDialog({ action: 'merge' }) },
    { action: 'categorise', icon: 'pen', run: () => onDialog({ action: 'categorise' }) },
    { action: 'proposeRejection', icon: 'close', run: () => onDialog({ action: 'proposeRejection' }) },
    {
      action: 'recuse',
      icon: 'eye-off',
      name: isOfficer ? t`I must not handle this` : undefined,
      run: () => onDialog({ action: 'recuse' }),
    },
    { name: t`Facts`, icon: 'info', className: 'xl:hidden', run: onFacts },
    { name: t`Print`, icon: 'print', run: () => window.print() },
    { name: t`Next complaint`, icon: 'forward', className: 'm:hidden', run: onNext },
    { name: t`Previous complaint`, icon: 'back', className: 'm:hidden', run: onPrevious },
  ];
  return acts.map(
    ({ action, icon, name = actionWord(action ?? ''), className, stays, run }) =>
      run &&
      (!action || complaint.allowed.includes(action)) && (
        <MenuItem
          key={name}
          icon={icon}
          className={className}
          onClick={() => {
            if (!stays) close();
            run();
          }}
        >
          {name}
        </MenuItem>
      ),
  );
}
