import type { DeskComplaint } from '@baraza/contract';
import type { OpenDialog } from '../transition/dialogs.tsx';
import type { Transitions } from '../transition/use-transitions.ts';

/** What the parts of an open complaint show, and how they act on it. */
export interface CasePart {
  readonly complaint: DeskComplaint;
  readonly now: Date;
  readonly transitions: Transitions;
  readonly onDialog: (dialog: OpenDialog) => void;
}
