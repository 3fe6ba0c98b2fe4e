import { Button } from '@baraza/ui/button';
import { Menu, MenuItem } from '@baraza/ui/menu';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { actionWord } from '../../../lib/format/action-word.ts';
import type { CaseActsProps } from './case-acts.tsx';
import { KeyHint } from '../../../lib/shortcut/key-hint.tsx';

const icons = {
  start: 'play',
  ask: 'support',
  resolve: 'check',
  extend: 'calendar',
  offerTransfer: 'forward',
  merge: 'link',
  reject: 'close',
} as const;

/** The moves that the state allows now; those that need words lead to where they are written. */
export function StatusMenu({ complaint, onStart, onWrite, onStep }: CaseActsProps): ReactNode {
  const moves = {
    start: onStart,
    ask: () => onWrite('reply', 'ask'),
    resolve: () => onWrite('reply', 'resolve'),
    extend: () => onStep('extend'),
    offerTransfer: () => onStep('offerTransfer'),
    merge: () => onStep('merge'),
    reject: () => onStep('reject'),
  };
  const possible = (Object.keys(moves) as (keyof typeof moves)[]).filter((it) => complaint.allowed.includes(it));
  if (possible.length === 0) return null;
  return (
    <Menu
      label={t`Change the status`}
      align="start"
      trigger={(props) => (
        <Button size="s" data-key="status" {...props}>
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
