import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  type EventFacts,
  type EventWords,
  lastingData,
  type SealedEvent,
  sealEvent,
  statementDigest,
} from './sealed-event.ts';
import { checkHistory, type Claim } from './verify-history.ts';

const complaintId = '0f8fad5b-d9cb-469f-a165-70867728950e';
const claim: Claim = {
  state: 'resolved',
  cycle: 1,
  version: 4,
  reply: 'The pipe is mended.',
  mdaId: 'works',
  categoryId: 'roads',
  outcome: 'solved',
  mergedIntoId: null,
  title: 'A pipe broke',
  description: '<p>Water everywhere.</p>',
  incidentDate: '2026-05-03',
  location: 'Market road',
  lat: 6.52437,
  lon: 3.37921,
  accuracy: 25,
};

const steps: Partial<EventFacts & EventWords>[] = [
  {
    action: 'submit',
    fromState: null,
    toState: 'received',
    actorKind: 'citizen',
    data: { statement: statementDigest(claim) },
  },
  { action: 'start', fromState: 'received', toState: 'in_progress', data: { assignee: 'b', before: 'a' } },
  { action: 'note', fromState: 'in_progress', toState: 'in_progress', visibility: 'internal', text: 'Call the depot' },
  {
    action: 'resolve',
    fromState: 'in_progress',
    toState: 'resolved',
    text: 'The pipe is mended.',
    data: { outcome: 'solved' },
  },
];

const anEvent: Omit<EventFacts, 'seq' | 'at'> & EventWords = {
  complaintId,
  action: 'note',
  fromState: null,
  toState: 'received',
  cycle: 1,
  actorKind: 'officer',
  actorId: complaintId,
  visibility: 'public',
  text: null,
  reason: null,
  data: null,
};

function history(): SealedEvent[] {
  const events: SealedEvent[] = [];
  for (const [index, step] of steps.entries()) {
    const event = { ...anEvent, seq: index + 1, at: new Date(Date.UTC(2026, 4, 4, index)), ...step };
    events.push(sealEvent(event));
  }
  return events;
}

/** Returns the history with one event changed. */
function changed(seq: number, change: Partial<SealedEvent>): SealedEvent[] {
  return history().map((it) => (it.seq === seq ? Object.assign(it, change) : it));
}

const found = (events: SealedEvent[], row: Claim = claim) =>
  checkHistory(row, events).map(({ seq, kind }) => ({ seq, kind }));

test('the check of an unaltered history finds no faults', () => {
  expect(checkHistory(claim, history())).toEqual([]);
});

test('the order of keys in an event’s data does not matter', () => {
  expect(checkHistory(claim, changed(2, { data: { before: 'a', assignee: 'b' } }))).toEqual([]);
});

describe('altered fields', () => {
  const other: Partial<SealedEvent> = {
    complaintId: 'c',
    seq: 3,
    at: new Date(0),
    action: 'assign',
    fromState: 'received',
    toState: 'rejected',
    cycle: 2,
    actorKind: 'system',
    actorId: null,
    visibility: 'public',
    text: 'Forget it',
    reason: 'None',
    data: { assignee: null },
    salt: randomBytes(16),
    contentDigest: randomBytes(32),
    digest: randomBytes(32),
  };
  const fields = Object.keys(history()[0] ?? {}) as (keyof SealedEvent)[];
  test.each(fields.filter((field) => field !== 'seq'))(
    'an altered %s of an event is found, and the event named',
    (field) => {
      expect(field in other).toBe(true);
      expect(found(changed(3, { [field]: other[field] }))).toContainEqual({ seq: 3, kind: 'altered' });
    },
  );
});

test('erased words leave the history valid; half-erased or replaced ones do not', () => {
  const erased = { text: null, reason: null, data: null, salt: null };
  expect(found(changed(3, erased))).toEqual([]);
  expect(found(changed(3, { text: null }))).toEqual([{ seq: 3, kind: 'altered' }]);
  expect(found(changed(3, { ...erased, text: 'Nothing to see' }))).toEqual([{ seq: 3, kind: 'altered' }]);
});

test('the data of a step stays when its words are erased, and its digest covers them', () => {
  const erased = { text: null, reason: null, salt: null };
  expect(lastingData(history()[3] as SealedEvent)).toEqual({ outcome: 'solved' });
  expect(found(changed(4, erased))).toEqual([]);
  expect(found(changed(4, { ...erased, data: { outcome: 'partly' } }))).toContainEqual({ seq: 4, kind: 'altered' });
  expect(found(changed(4, { ...erased, data: null }))).toContainEqual({ seq: 4, kind: 'altered' });
});

test('empty fields are not in an event’s digest, so fields added later leave it valid', () => {
  const { location: _, ...without } = claim;

  expect(statementDigest({ ...claim, location: '' })).toBe(statementDigest(without));
  expect(statementDigest(claim)).not.toBe(statementDigest(without));
});

test('erasing the words of the first event also erases the citizen’s id', () => {
  const first = sealEvent({
    ...(history()[0] as SealedEvent),
    data: { citizen: 'somebody', statement: statementDigest(claim) },
  });
  const alone = { ...claim, state: 'received', version: 1, reply: null, outcome: null } as const;
  expect(found([first], alone)).toEqual([]);
  expect(found([first], { ...alone, title: 'Another' })).toEqual([{ seq: null, kind: 'differs' }]);
  expect(found([{ ...first, salt: null }], alone)).toEqual([{ seq: 1, kind: 'altered' }]);
  expect(found([{ ...first, data: null, salt: null }], alone)).toEqual([]);
});

test('adding data to an erased event is found', () => {
  const [one, two, three] = history() as [SealedEvent, SealedEvent, SealedEvent];
  const erased = { ...three, text: null, reason: null, salt: null };
  const checked = (event: SealedEvent) => found([one, two, event]);
  expect(checked(erased)).not.toContainEqual({ seq: 3, kind: 'altered' });
  expect(checked({ ...erased, data: { from: 'x', days: 90 } })).toContainEqual({ seq: 3, kind: 'altered' });
});

test('a complaint whose version differs from its newest event is found', () => {
  const differs = [{ seq: null, kind: 'differs' }];
  expect(found(history().slice(0, 2))).toEqual(differs);
  expect(found([])).toEqual(differs);
  expect(found(history(), { ...claim, version: 3 })).toEqual(differs);
});

test.each([
  { state: 'in_progress' as const },
  { cycle: 2 },
  { reply: 'Another reply' },
  { reply: null },
  { outcome: 'partly' as const },
  { outcome: null },
  { mergedIntoId: complaintId },
])('a complaint that contradicts its history is found: %o', (change) => {
  expect(found(history(), { ...claim, ...change })).toEqual([{ seq: null, kind: 'differs' }]);
});

test.each([
  [{ action: 'acceptTransfer' as const, data: { mda: 'works', from: 'roads' } }, { mdaId: 'roads' }],
  [{ action: 'decideTransfer' as const, data: { mda: 'works', from: 'roads' } }, { mdaId: 'roads' }],
  [{ action: 'merge' as const, toState: 'merged' as const, data: { parent: 'a' } }, { mergedIntoId: 'b' }],
  [{ action: 'merge' as const, toState: 'merged' as const, data: { parent: 'a' } }, { mergedIntoId: null }],
])('a complaint that contradicts its step %o is found', (step, change) => {
  const last = {
    ...anEvent,
    seq: 4,
    at: new Date(Date.UTC(2026, 4, 4, 5)),
    fromState: 'in_progress' as const,
    ...step,
  };
  const three = history().slice(0, 3);
  const events = [...three, sealEvent(last)];
  const right: Claim = { ...claim, state: last.toState, outcome: null, reply: null };
  const whole = step.action === 'merge' ? { ...right, mergedIntoId: 'a' } : right;
  expect(found(events, whole)).toEqual([]);
  expect(found(events, { ...whole, ...change })).toEqual([{ seq: null, kind: 'differs' }]);
});
