import { isAllowed, type BulkInput, type DeskComplaintSummary, type Me } from '@baraza/contract';

type Row = Pick<DeskComplaintSummary, 'state' | 'mda'>;
type Member = Pick<Me, 'role' | 'mda'>;

/** Filters the selected complaints to those whose state allows the action. The server checks again. */
export function possibleRows<R extends Row>(rows: readonly R[], action: BulkInput['action'], me: Member): R[] {
  return rows.filter(({ state, mda }) =>
    isAllowed(action, state, me.role, mda.id === me.mda?.id ? 'holder' : 'offered'),
  );
}
