import { alongActions, type AlongStep } from '@baraza/contract/complaint/transition';
import type { ComplaintState } from './apply-transition.ts';
import type { TransitionCommand } from './step.ts';

interface OrderedSteps {
  readonly before: readonly TransitionCommand[];
  readonly main: TransitionCommand;
  readonly after: readonly TransitionCommand[];
}

/** Orders the steps of a command: work starts first; a move to a unit, which may hide the complaint, comes late. */
export function stepsOf(command: TransitionCommand, starts: boolean): OrderedSteps {
  const { complaintId, version, heldAs, also = [] } = command;
  const isLater = ({ action }: AlongStep) =>
    action === 'setUnit' || (action === 'assign' && command.action !== 'resolve');
  const along = also
    .toSorted((a, b) => alongActions.indexOf(a.action) - alongActions.indexOf(b.action))
    .map((step) => ({ ...step, complaintId, heldAs }));
  const start = { action: 'start', complaintId } as const;
  const [first, ...others] = [...(starts ? [start] : []), ...along.filter((step) => !isLater(step))];
  return {
    // The first step of all proves which version was seen.
    before: first ? [{ ...first, version }, ...others] : [],
    main: first ? { ...command, version: undefined } : command,
    after: along.filter(isLater),
  };
}

/** Whether a step along with a message would change nothing. */
export function isAlreadySo(
  { action, category, priority, followUp = null, tags = [], unit = null, assignee = null }: TransitionCommand,
  before: ComplaintState,
): boolean {
  if (action === 'categorise') return category === before.categoryId;
  if (action === 'prioritise') return priority === before.priority;
  if (action === 'followUp') return followUp === before.followUpOn;
  if (action === 'tag') return tags.every((tag) => before.tags.includes(tag));
  if (action === 'setUnit') return unit === before.unitId;
  return action === 'assign' && assignee === before.assigneeId;
}
