import { type StatedFact, statedFactNames } from '@baraza/contract';
import { pick } from '../../../db/pick.ts';
import type { StoredFile } from '../../../files/file.store.ts';
import { type NamedEvent, nobody } from '../record/event.store.ts';
import type { CitizensDetails } from '../record/details.store.ts';
import type { Found, Submission } from './submission.store.ts';

const kept = ['id', 'trackingId', 'title', 'description', 'incidentDate', 'state', 'version', 'submittedAt'] as const;
const unset = {
  reply: null,
  repliedAt: null,
  outcome: null,
  confirmedAt: null,
  mergedIntoId: null,
  knownIssue: null,
  fields: [],
  survey: null,
};

/** Reads the facts that a citizen stated, '' for those left out: the prepared statement has a value for each column. */
export function statedFacts(fields: Partial<Record<StatedFact, string>>): Record<StatedFact, string> {
  return Object.fromEntries(statedFactNames.map((name) => [name, fields[name] ?? ''])) as Record<StatedFact, string>;
}

/** Builds what reading a new complaint would find: all of it is known, and to read it is a fifth of filing it. */
export function toFiledComplaint(
  { complaint, event }: Pick<Submission, 'complaint' | 'event'>,
  found: Found,
  files: readonly StoredFile[],
): CitizensDetails {
  const { mdaId, categoryId, jurisdictionId, areaCode } = complaint;
  const named = (id: string | null | undefined, row: { name: string } | null) => ({
    id: id ?? '',
    name: row?.name ?? '',
  });
  const begun: NamedEvent = { ...event, ...nobody, mda: null, fromMda: null, changes: null };
  return {
    ...unset,
    ...pick(complaint, kept),
    ...statedFacts(complaint),
    identity: complaint.identity ?? 'named',
    callPhone: complaint.callPhone ?? null,
    lat: complaint.lat ?? null,
    lon: complaint.lon ?? null,
    accuracy: complaint.accuracy ?? null,
    cycle: event.cycle,
    rules: found.rules,
    mda: named(mdaId, found.mda),
    category: named(categoryId, found.category),
    jurisdiction: found.jurisdiction && named(jurisdictionId, found.jurisdiction),
    area: found.area && named(areaCode, found.area),
    events: [begun],
    files: files.map((file) => ({ ...file, eventSeq: null, hasPreview: file.preview !== undefined })),
  };
}
