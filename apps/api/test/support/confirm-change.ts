import { type AccessChange, confirmAccessChange, listAccessChanges } from '@baraza/contract';
import type { Person } from './people.ts';

/** Finds the change of an account or MDA that waits, as this person sees it. */
export async function findWaiting(by: Person, subjectId: string): Promise<AccessChange> {
  const changes = await by.call(listAccessChanges);
  const waiting = changes.find(({ subject, undoableUntil }) => subject.id === subjectId && undoableUntil === null);
  if (!waiting) throw new Error('No change waits.');
  return waiting;
}

/** Confirms the change of an account or MDA that waits. */
export async function confirmChange(by: Person, subjectId: string): Promise<void> {
  const { id, version } = await findWaiting(by, subjectId);
  const body = { currentPassword: by.password, version };
  await by.call(confirmAccessChange, { params: { id }, body });
}
