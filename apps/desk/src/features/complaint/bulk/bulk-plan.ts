import {
  isAllowed,
  isOpen,
  nextState,
  transitionOf,
  type Action,
  type BulkAction,
  type BulkInput,
  type DeskComplaintSummary,
  type Me,
  type Need,
} from '@baraza/contract';
import { alsoOf, type Staged } from '../composer/use-staged.ts';

export type BulkValues = Omit<BulkInput, 'id' | 'action' | 'items' | 'also'> & {
  /** Taken along with a reply. */
  readonly staged?: readonly Staged[] | undefined;
};
export type LeftOutReason =
  | 'offered'
  | 'closed'
  | 'transfer'
  | 'started'
  | 'unchanged'
  | 'colleague'
  | 'notOffered'
  | 'parent';

type Row = Pick<DeskComplaintSummary, 'id' | 'state' | 'mda' | 'assignee' | 'category'>;
type Member = Pick<Me, 'id' | 'role' | 'mda'>;

export interface BulkPlan<R> {
  readonly included: readonly R[];
  readonly leftOut: ReadonlyMap<LeftOutReason, readonly R[]>;
}

/** Splits the selected complaints into those that allow the action and the others by reason. The server checks again. */
export function planBulk<R extends Row>(rows: readonly R[], action: BulkAction, values: BulkValues, me: Member) {
  const included: R[] = [];
  const leftOut = new Map<LeftOutReason, R[]>();
  for (const row of rows) {
    const reason = whyLeftOut(row, action, values, me);
    if (reason === null) included.push(row);
    else leftOut.set(reason, [...(leftOut.get(reason) ?? []), row]);
  }
  return { included, leftOut } satisfies BulkPlan<R>;
}

function whyLeftOut(row: Row, action: BulkAction, values: BulkValues, me: Member): LeftOutReason | null {
  if (stepsTo(action, row, me) === null) {
    if (action === 'acceptTransfer') return 'notOffered';
    if (row.mda.id !== me.mda?.id) return 'offered';
    if (!isOpen(row.state)) return 'closed';
    return row.state.startsWith('transfer') ? 'transfer' : 'started';
  }
  if (action === 'merge' && row.id === values.parent) return 'parent';
  if (action === 'categorise' && row.category.id === values.category) return 'unchanged';
  if (action !== 'assign' || values.among || values.assignee === undefined) return null;
  if ((row.assignee?.id ?? null) === values.assignee) return 'unchanged';
  // Officers can unassign only their own complaints.
  return values.assignee === null && me.role === 'officer' && row.assignee?.id !== me.id ? 'colleague' : null;
}

/** Lists the steps to an action; null if the state forbids it. Unstarted complaints are started first. */
export function stepsTo(action: BulkAction, { state, mda }: Row, me: Member): Action[] | null {
  const side = mda.id === me.mda?.id ? 'holder' : 'offered';
  const isOpenTo = (step: Action, from: Row['state']) => isAllowed(step, from, me.role, side);
  if (isOpenTo(action, state)) return [action];
  return isOpenTo('start', state) && isOpenTo(action, nextState('start', state)) ? ['start', action] : null;
}

/** Lists required values that are not filled in yet. */
export function missingFor(action: BulkAction, values: BulkValues): Need[] {
  const filled: Partial<Record<Need, unknown>> = {
    ...values,
    assignee: values.among ? values.among.length > 0 : values.assignee !== undefined,
    unit: values.unit !== undefined,
  };
  return (transitionOf(action).needs ?? []).filter((need) => !filled[need]);
}

const reply = ['text', 'texts', 'staged'] as const;

/** Values that each action takes. */
const taken: Record<BulkAction, readonly (keyof BulkValues)[]> = {
  resolve: [...reply, 'outcome'],
  reply,
  note: ['text'],
  extend: ['days', 'reason'],
  acceptTransfer: [],
  assign: ['assignee', 'among', 'sharing'],
  start: [],
  categorise: ['category'],
  merge: ['parent'],
  offerTransfer: ['mda', 'reason'],
  tag: ['tags'],
  prioritise: ['priority'],
  followUp: ['followUp'],
  setUnit: ['unit'],
};

/** Returns the values of this action, without those of others. */
export function inputFor(action: BulkAction, values: BulkValues): Omit<BulkInput, 'id' | 'items'> {
  const own: BulkValues = Object.fromEntries(taken[action].map((name) => [name, values[name]]));
  const { staged, ...input } = own;
  return { action, ...input, also: alsoOf(staged) };
}
