import { expect, test } from 'vitest';
import { type NamedEvent, withoutFormerRequests } from './event.store.ts';

const event = (action: string, change: Partial<NamedEvent> = {}): NamedEvent => ({
  seq: 1,
  at: new Date(0),
  action,
  toState: 'in_progress',
  cycle: 1,
  data: null,
  actorKind: 'officer',
  visibility: 'internal',
  text: null,
  reason: null,
  actor: null,
  actorId: null,
  assignee: null,
  requester: null,
  changes: null,
  unit: null,
  filedBy: null,
  chosen: null,
  mda: null,
  fromMda: null,
  mentions: null,
  people: null,
  ...change,
});

test('an MDA that took over a complaint does not read earlier requesters of the identity and their reasons', () => {
  const request = { requester: 'Ada Obi', reason: 'I have to call back.' };
  const moved = event('acceptTransfer', { data: { from: 'one', mda: 'other' } });

  const shown = withoutFormerRequests([event('discloseIdentity', request), moved, event('discloseIdentity', request)]);

  expect(shown.map(({ requester, reason }) => ({ requester, reason }))).toEqual([
    { requester: null, reason: null },
    { requester: null, reason: null },
    request,
  ]);
});
