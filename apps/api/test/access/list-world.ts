import { type Priority, states } from '@baraza/contract/complaint/lifecycle';
import fc from 'fast-check';
import { recordAudit } from '../../src/audit/audit.ts';
import { complaint, feedback, identityRequest, recusal } from '../../src/db/schema/tables.ts';
import { saveAreas } from '../../src/features/public/area/save-areas.store.ts';
import { readAreas } from '../../src/features/public/area/load-areas.ts';
import { putInUnit } from '../support/units.ts';
import type { Person } from '../support/people.ts';
import type { TestApp } from '../support/server/app.ts';

/*
 * Two MDAs, a third that is mostly offered transfers, their people, and random rows of everything that the desk lists. Each
 * column has few values, so that many rows share them: equal instants, equal ends of tracking IDs, names that are words.
 */

export const words = ['water', 'wall', 'street', 'lamp', 'broken', 'bridge', 'clinic', 'queue'] as const;
const firstNames = ['Ngozi', 'Ama', 'Kofi'] as const;
const lastNames = ['Okafor', 'Bridge', 'Mensah'] as const;
/** The present of the test: a Monday morning. */
export const present = '2026-05-04T09:00:00.000Z';

export interface ListWorld {
  readonly mdas: readonly string[];
  readonly categories: readonly string[];
  readonly jurisdictions: readonly string[];
  readonly units: readonly string[];
  /** Staff who read the lists. */
  readonly readers: Readonly<Record<'officer' | 'supervisor' | 'other' | 'neighbour' | 'oversight' | 'admin', Person>>;
  readonly supervisors: readonly Person[];
  readonly complaints: readonly ComplaintRow[];
  readonly feedbacks: readonly FeedbackRow[];
}

export type ComplaintRow = typeof complaint.$inferInsert & {
  readonly citizenName: string;
  /** Staff who requested the citizen's identity. */
  readonly requester: Person | null;
};
export type FeedbackRow = typeof feedback.$inferInsert;

/** Creates the world; equal seeds give equal rows. */
export async function createListWorld(api: TestApp, seed: number): Promise<ListWorld> {
  const places = ['North', 'South'];
  const [a, b, c] = [
    await api.mda({ jurisdictions: places }),
    await api.mda({ jurisdictions: places }),
    await api.mda({ jurisdictions: places }),
  ];
  const mdas = [a.id, b.id, c.id];
  const jurisdictions = [a, b, c].flatMap((it) => it.jurisdictionIds);
  const units = [await putInUnit(api, a.id, []), await putInUnit(api, a.id, [])];
  const categories = [await api.category(), await api.category(), await api.category()];
  const readers = {
    officer: await api.officer(a.id),
    supervisor: await api.staff('supervisor', a.id),
    other: await api.staff('supervisor', b.id),
    neighbour: await api.officer(c.id),
    oversight: await api.staff('oversight'),
    admin: await api.staff('administrator'),
  };
  const citizens: { id: string; name: string }[] = [];
  for (const firstName of firstNames)
    for (const lastName of lastNames)
      citizens.push({ id: (await api.citizen({ firstName, lastName })).id, name: `${firstName} ${lastName}` });

  const chosen = <T>(...values: readonly T[]) => fc.constantFrom(...values);
  const daysFrom = (...days: readonly number[]) =>
    chosen(...days.map((day) => new Date(Date.parse(present) + day * 86_400_000)));
  const text = fc.array(chosen(...words), { minLength: 1, maxLength: 3 }).map((it) => it.join(' '));
  const common = {
    id: fc.uuid({ version: 4 }),
    citizen: chosen(...citizens),
    categoryId: chosen(...categories),
    title: text,
    descriptionText: text,
  };
  const complaintRow = fc.record({
    ...common,
    mda: chosen(0, 0, 1, 1, 2),
    place: chosen(null, 0, 1),
    state: chosen(...states),
    cycle: chosen(1, 1, 2),
    areaCode: chosen(null, 'A', 'A-1', 'A-2', 'B'),
    location: chosen(...words),
    assigneeId: chosen(null, null, readers.officer.id, readers.supervisor.id, readers.other.id),
    dueAt: fc.oneof(fc.constant(null), daysFrom(-20, -1, -0.01, 0, 0.01, 0.6, 0.7, 5)),
    escalatedAt: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, daysFrom(-1)),
    citizenWroteAt: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, daysFrom(-2)),
    priority: chosen<Priority>('normal', 'normal', 'high', 'emergency'),
    tags: chosen<string[]>([], ['flood'], ['flood', 'crew 7']),
    followUpOn: chosen(null, null, '2026-05-03', '2026-05-04', '2026-05-05'),
    submittedAt: daysFrom(-40, -30, -20, -10, -1),
    offer: chosen(1, 2),
    rejectionProposedBy: chosen(null, null, null, readers.officer.id, readers.supervisor.id, readers.other.id),
    requester: chosen(null, null, ...Object.values(readers).filter((it) => it !== readers.admin)),
    recusedStaff: chosen<Person[]>(
      [],
      [],
      [],
      [readers.officer],
      [readers.supervisor, readers.other],
      [readers.neighbour, readers.oversight],
    ),
  });
  const complaints = fc.sample(complaintRow, { numRuns: 240, seed }).map((row, index): ComplaintRow => {
    const { citizen, mda, place, offer, recusedStaff, ...more } = row;
    return {
      ...more,
      trackingId: trackingId('Q', index),
      citizenId: citizen.id,
      citizenName: citizen.name,
      mdaId: mdas[mda] ?? '',
      unitId: mda === 0 ? (units[index % 3] ?? null) : null,
      jurisdictionId: place === null ? null : (jurisdictions[mda * 2 + place] ?? null),
      offeredToMdaId: row.state === 'transfer_offered' ? (mdas[(mda + offer) % 3] ?? null) : null,
      recusedStaff: recusedStaff.map((it) => it.id),
      description: row.descriptionText,
      incidentDate: '2026-03-01',
      version: 1,
      // A later cycle was re-opened, thus resolved before.
      resolvers: Array<string>(row.cycle - (row.state === 'resolved' ? 0 : 1)).fill(readers.officer.id),
      resolvedAt: row.state === 'resolved' ? row.submittedAt : null,
      updatedAt: row.submittedAt,
    };
  });
  const feedbackRow = fc.record({
    ...common,
    status: chosen('Pending' as const, 'Replied' as const),
    createdAt: daysFrom(-9, -5, -1),
  });
  const feedbacks = fc.sample(feedbackRow, { numRuns: 60, seed }).map(({ citizen, ...row }, index): FeedbackRow => {
    return { ...row, trackingId: trackingId('R', index), citizenId: citizen.id, description: row.descriptionText };
  });
  await saveAreas(api.services.db, readAreas(Buffer.from('code,name,parent\nA,A,\nA-1,A,A\nA-2,A,A\nB,B,')));
  await api.services.db.insert(complaint).values(complaints);
  const since = new Date(present);
  const recusals = complaints.flatMap(({ id, recusedStaff = [] }) =>
    recusedStaff.map((accountId) => ({ complaintId: id, accountId, since, why: 'by_hand' as const })),
  );
  await api.services.db.insert(recusal).values(recusals);
  await api.services.db.insert(feedback).values(feedbacks);
  const requestedAt = new Date(present);
  const asking = complaints.flatMap(({ id, requester }) =>
    requester ? [{ complaintId: id, requestedBy: requester.id, requestedAt }] : [],
  );
  await api.services.db.insert(identityRequest).values(asking);

  const entry = fc.record({
    at: daysFrom(-3, -2, -1, -0.99),
    actor: chosen(null, readers.officer, readers.supervisor, readers.other, readers.oversight),
    action: chosen('complaint.viewed' as const, 'complaint.acted' as const, 'staff.changed' as const),
    outcome: chosen('done' as const, 'refused' as const),
    about: chosen(...complaints),
    mdaId: chosen(null, ...mdas),
  });
  for (const { actor, about, ...row } of fc.sample(entry, { numRuns: 100, seed }))
    await recordAudit(api.services.db, {
      ...row,
      actorId: actor?.id ?? null,
      actorRole: actor?.caller.role ?? null,
      object: { kind: 'complaint', id: about.id, label: about.trackingId },
    });
  const supervisors = [readers.supervisor, readers.other];
  return { mdas, categories, jurisdictions, units, readers, supervisors, complaints, feedbacks };
}

/** Makes a tracking ID whose last four digits recur in each series. */
function trackingId(letter: string, index: number): string {
  const series = String.fromCodePoint(65 + Math.floor(index / 40));
  return `SDP-26-${letter}${series}${String(7_000 + (index % 40))}`;
}
