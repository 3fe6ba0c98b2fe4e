import type { DeskComplaint } from '@baraza/contract';
import { Button } from '@baraza/ui/button';
import { Menu, MenuItem, type MenuHandle } from '@baraza/ui/menu';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRef, type ReactNode } from 'react';
import { actionWord } from '../../../lib/format/action-word.ts';
import { useShortcuts } from '../../../lib/shortcut/shortcuts.ts';
import { KeyHint } from '../../../lib/shortcut/key-hint.tsx';
import type { Mode, Tab } from '../composer/composer-modes.ts';
import type { OpenDialog } from '../transition/dialogs.tsx';

export type StatusMenuProps = {
  complaint: DeskComplaint;
  onStart: () => void;
  onWrite: (tab: Tab, mode?: Mode) => void;
  onDialog: (dialog: OpenDialog) => void;
};

const icons = {
  start: 'play',
  ask: 'support',
  withdrawQuestion: 'retry',
  resolve: 'check',
  extend: 'calendar',
  offerTransfer: 'forward',
  merge: 'link',
  proposeRejection: 'close',
} as const;

/** Lists the status changes allowed now. Those that need a text lead to the composer. */
export function StatusMenu({ complaint, onStart, onWrite, onDialog }: StatusMenuProps): ReactNode {
  const menu = useRef<MenuHandle>(null);
  const moves = {
    start: onStart,
    ask: () => onWrite('reply', 'ask'),
    withdrawQuestion: () => onDialog({ action: 'withdrawQuestion' }),
    resolve: () => onWrite('reply', 'resolve'),
    extend: () => onDialog({ action: 'extend' }),
    offerTransfer: () => onDialog({ action: 'offerTransfer' }),
    merge: () => onDialog({ action: 'merge' }),
    proposeRejection: () => onDialog({ action: 'proposeRejection' }),
  };
  const possible = (Object.keys(moves) as (keyof typeof moves)[]).filter((move) => complaint.allowed.includes(move));
  useShortcuts({ s: possible.length > 0 ? () => menu.current?.open() : undefined });
  if (possible.length === 0) return null;
  return (
    <Menu
      ref={menu}
      label={t`Change the status`}
      align="start"
      trigger={(props) => (
        <Button size="s" {...props}>
          <Trans>Status</Trans>
          <KeyHint>S</KeyHint>
        </Button>
      )}
    >
      {(close) =>
        possible.map((move) => (
          <MenuItem
            key={move}
            icon={icons[move]}
            onClick={() => {
              close();
              moves[move]();
            }}
          >
            {actionWord(move)}
          </MenuItem>
        ))
      }
    </Menu>
  );
}
