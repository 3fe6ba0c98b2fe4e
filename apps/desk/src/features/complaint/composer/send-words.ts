import type { Status } from '@baraza/contract';
import { t } from '@lingui/core/macro';
import { statusWord } from '../../../lib/format/status-words.ts';
import type { Mode } from './composer-modes.ts';

/** Words of the send button, which say what sending does to the status. */
export function sendWords(mode: Mode, status: Status): string {
  const statusName = statusWord(status);
  const words: Record<Mode, string> = {
    reply: t`Send, keep ${statusName}`,
    ask: t`Ask the citizen`,
    resolve: t`Send and resolve`,
  };
  return words[mode];
}

/** Says in one line what a mode does. */
export function modeHint(mode: Mode): string {
  const words: Record<Mode, string> = {
    reply: t`The citizen reads it; work goes on.`,
    ask: t`The due date waits until the citizen answers.`,
    resolve: t`The citizen is asked whether it is solved.`,
  };
  return words[mode];
}

/** Says what has been done. */
export function sentWords(action: Mode | 'note'): string {
  const words: Record<Mode | 'note', string> = {
    reply: t`Reply sent to the citizen.`,
    ask: t`Question sent to the citizen.`,
    resolve: t`Sent. The complaint is resolved.`,
    note: t`Note saved.`,
  };
  return words[action];
}
