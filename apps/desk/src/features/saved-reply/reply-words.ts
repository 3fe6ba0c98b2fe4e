import type { Placeholder, SavedReplyStep } from '@baraza/contract';
import { t } from '@lingui/core/macro';

/** Names the step that a saved reply is for. */
export function stepWord(step: SavedReplyStep): string {
  return { reply: t`Reply`, ask: t`Question`, resolve: t`Resolve`, reject: t`Reject` }[step];
}

/** Says what a placeholder stands for. */
export function placeholderWord(name: Placeholder): string {
  return {
    citizen: t`Name of the citizen`,
    trackingId: t`Tracking ID`,
    title: t`Title of the complaint`,
    mda: t`Name of the MDA`,
    officer: t`Your name`,
    dueDate: t`Day it is due`,
  }[name];
}
