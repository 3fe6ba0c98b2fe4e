import type { DeskComplaint } from '@baraza/contract';
import type { OpenDialog } from '../transition/dialogs.tsx';
import type { Transitions } from '../transition/use-transitions.ts';

/** Props shared by the parts of an open complaint. */
export interface CasePart {
  readonly complaint: DeskComplaint;
  readonly now: Date;
  readonly transitions: Transitions;
  readonly onDialog: (dialog: OpenDialog) => void;
}
