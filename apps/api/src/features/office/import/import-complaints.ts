import { Day, lineText, limit, message, outcomes, Phone, text } from '@baraza/contract';
import { transitionOf } from '@baraza/contract/complaint/lifecycle';
import { eq, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Caller } from '../../../auth/session/caller.ts';
import { systemClock } from '../../../config/clock.ts';
import type { Settings } from '../../../config/settings.ts';
import type { Database } from '../../../db/database.ts';
import { account, category, complaint, complaintEvent, file, jurisdiction } from '../../../db/schema/tables.ts';
import { applyTransition, type ComplaintState } from '../../../domain/apply-transition.ts';
import { namedFor } from '../../../files/file-name.ts';
import { AppError } from '../../../http/errors.ts';
import { guestAddress } from '../../../mail/erased.ts';
import { toParagraphs } from '../../../texts/html.ts';
import { insertMentioned } from '../../complaint/recusal/recusal.store.ts';
import { type Measures, measureStep } from '../../complaint/record/measure-step.ts';
import { searchedTexts } from '../../complaint/record/searched-words.ts';
import { sealEvent, stepFacts } from '../../complaint/record/sealed-event.ts';
import { type Draft, draftComplaint, untouched } from '../../complaint/submit/draft-complaint.ts';
import { explainTaken, findReferences, type Found, TrackingIdTaken } from '../../complaint/submit/submission.store.ts';
import { newTrackingId } from '../../complaint/submit/tracking-id.ts';
import { toRules } from '../../reference/sla-target.store.ts';
import { kindOf, Named, readMdas, Taken } from './import-kinds.ts';
import { insertRows } from './insert-rows.ts';
import { RowFault } from './row-fault.ts';
import type { TakeFiles } from './take-files.ts';

const blank = z.literal('');
const earliest = '1900-01-01';
const Moment = z.iso
  .datetime({ offset: true, error: 'Write a date and time, such as 2019-03-04T09:30:00Z.' })
  .check(
    z.refine(
      (written) => new Date(written) <= systemClock.now() && new Date(written) >= new Date(earliest),
      'This is in the future, or before 1900.',
    ),
  );
/** What happened to a complaint after it was filed; a reply or a resolution begins it first. */
const OldStep = z.strictObject({
  at: Moment,
  action: z.enum(['note', 'start', 'reply', 'resolve', 'reject', 'withdraw'], { error: message.invalid }),
  text: z.optional(text(5_000)),
  outcome: z.optional(z.enum(outcomes, { error: message.invalid })),
  files: z.optional(z.array(z.string())),
});
type OldStep = z.output<typeof OldStep>;

const OldComplaint = z.object({
  /** What the old system calls it; the tag `old:` and this finds it. */
  ref: lineText(30).check(z.toLowerCase(), z.regex(/^[^,]+$/u, message.invalid)),
  mda: lineText(150),
  jurisdiction: z.optional(z.string()),
  category: lineText(150),
  title: lineText(150, 5),
  description: text(5_000),
  location: lineText(200),
  area: z.optional(z.string()),
  submitted: Moment,
  incident: z.optional(z.union([blank, Day], { error: message.invalid })),
  name: z.optional(z.union([blank, lineText(100)], { error: message.invalid })),
  phone: Phone,
  /** In CSV as JSON. */
  steps: z.optional(z.pipe(z.union([z.string(), z.array(z.unknown())]), z.transform(parseSteps))),
  /** Paths of files, from the folder of the rows; in CSV with semicolons between them. */
  files: z.optional(z.pipe(z.union([z.string(), z.array(z.string())]), z.transform(splitNames))),
});

function splitNames(written: string | string[]): string[] {
  const names = typeof written === 'string' ? written.split(';') : written;
  return names.map((name) => name.trim()).filter(Boolean);
}

function parseSteps(written: string | unknown[], context: z.core.ParsePayload): OldStep[] {
  try {
    const steps: unknown = typeof written === 'string' ? JSON.parse(written || '[]') : written;
    return z.array(OldStep).parse(steps);
  } catch {
    context.issues.push({ code: 'custom', message: 'Each step is {at, action, text}.', input: written } as never);
    return [];
  }
}

interface Built {
  readonly account: typeof account.$inferInsert;
  readonly complaint: typeof complaint.$inferInsert;
  readonly events: readonly Draft['event'][];
  readonly files: readonly (typeof file.$inferInsert)[];
}

/** Imports complaints of an old system with their history. Each is filed as confidential by a guest of its own. */
export const complaints = kindOf(OldComplaint, async (db, { settings, takeFiles }) => {
  const [offices, taken] = [await readMdas(db), new Taken()];
  const categories = new Named();
  for (const { id, name } of await db.select().from(category).where(eq(category.kind, 'complaint')))
    categories.set(id, name);
  const places = new Named();
  for (const { id, mdaId, name } of await db.select().from(jurisdiction)) places.set(id, mdaId, name);
  const earlier = db
    .select({ tag: sql<string>`unnest(tags)` })
    .from(complaint)
    .where(eq(complaint.source, 'import'));
  for (const { tag } of await earlier) taken.add(tag);
  const references = rememberReferences(db);
  return {
    build: async (row): Promise<Built> => {
      const tag = `old:${row.ref}`;
      taken.claim('ref', tag);
      const mdaId = offices.find('mda', row.mda);
      const ids = {
        mdaId,
        categoryId: categories.find('category', row.category),
        jurisdictionId: row.jurisdiction ? places.find('jurisdiction', mdaId, row.jurisdiction) : null,
        areaCode: row.area || null,
      };
      const found = await references(ids);
      const citizenId = crypto.randomUUID();
      const [, firstName = row.name ?? '', lastName = ''] = /^(.+?) +([^ ]+)$/u.exec(row.name ?? '') ?? [];
      const guest = { id: citizenId, role: 'citizen' as const, email: guestAddress(citizenId), firstName, lastName };
      const at = new Date(row.submitted);
      const filed = draft(row, ids, citizenId, found, settings);
      const { complaint: stepped, events, sent } = takeSteps(filed, row.steps ?? [], toRules(found.rules, settings));
      const all = [{ names: row.files ?? [], eventSeq: null, at }, ...sent];
      return {
        files: await takeAll(takeFiles, all, { complaintId: stepped.id, accountId: citizenId }),
        account: { ...guest, phone: row.phone || null, emailVerifiedAt: at, createdAt: at },
        complaint: { ...stepped, ...searchedTexts(events), tags: [tag] },
        events,
      };
    },
    insert: async (tx, rows) => {
      const filed = rows.map((row) => row.complaint);
      await insertRows(
        tx,
        account,
        rows.map((row) => row.account),
      );
      await insertNumbered(tx, filed);
      await insertRows(
        tx,
        complaintEvent,
        rows.flatMap((row) => row.events),
      );
      await insertRows(
        tx,
        file,
        rows.flatMap((row) => row.files),
      );
      for (const { id, recusedStaff = [], submittedAt } of filed)
        await insertMentioned(tx, id, recusedStaff, submittedAt);
    },
  };
});

/** Inserts complaints under new tracking IDs; draws all again where one is taken. */
async function insertNumbered(tx: Database, rows: readonly Built['complaint'][]): Promise<void> {
  const numbered = rows.map((row) => ({ ...row, trackingId: newTrackingId(systemClock) }));
  const inserted = tx.transaction((inner) => insertRows(inner, complaint, numbered));
  await inserted.catch(explainTaken).catch((error: unknown) => {
    if (!(error instanceof TrackingIdTaken)) throw error;
    return insertNumbered(tx, rows);
  });
}

/** Looks up each combination once. */
function rememberReferences(db: Database) {
  const known = new Map<string, Found>();
  return async (ids: Omit<Parameters<typeof findReferences>[1], 'citizenId' | 'key'>): Promise<Found> => {
    const name = JSON.stringify(ids);
    const [anybody] = known.has(name) ? [] : await db.select({ id: account.id }).from(account).limit(1);
    const found =
      known.get(name) ?? (anybody && (await findReferences(db, { ...ids, citizenId: anybody.id, key: null })));
    if (!found) throw new RowFault('mda: Nobody has an account yet. Start the server once.');
    known.set(name, found);
    return { ...found, demo: false };
  };
}

type Ids = Parameters<ReturnType<typeof rememberReferences>>[0];

/** Drafts the filing as if it were made on its day. @throws RowFault */
function draft(
  row: z.output<typeof OldComplaint>,
  ids: Ids,
  citizenId: string,
  found: Found,
  settings: Settings,
): Draft {
  const at = new Date(row.submitted);
  if (row.incident && row.incident < earliest) throw new RowFault('incident: It lies before 1900.');
  const fields = {
    mda: ids.mdaId,
    mdaJurisdiction: ids.jurisdictionId ?? '',
    category: ids.categoryId,
    title: row.title,
    description: toParagraphs(row.description),
    location: row.location,
    area: ids.areaCode ?? '',
    incidentDate: row.incident || row.submitted.slice(0, 10),
    timeZone: settings.timeZone,
    identity: 'confidential' as const,
  };
  const caller: Caller = { accountId: citizenId, role: 'citizen', mdaId: null, sessionId: '', isGuest: true };
  const request = { fields, files: [], key: undefined, source: 'import' as const };
  try {
    return draftComplaint({ settings, clock: { now: () => at } }, caller, request, found, Buffer.alloc(0));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const [[name, why] = ['', error.message]] = Object.entries(error.extra.fields ?? {});
    if (name === 'incidentDate') throw new RowFault('incident: It lies after it was submitted.');
    throw new RowFault(`${name === 'mdaJurisdiction' ? 'jurisdiction' : name}: ${why}`);
  }
}

/** Takes the steps of the old system by the rules of this one. @throws RowFault */
function takeSteps(
  { complaint: filed, event, mention }: Draft,
  steps: readonly OldStep[],
  rules: ReturnType<typeof toRules>,
) {
  const events = mention ? [event, mention] : [event];
  const sent: Sent[] = [];
  let now = { ...untouched, ...filed } as unknown as ComplaintState & Measures;
  const take = (
    action: OldStep['action'],
    at: Date,
    { text: words = null, outcome, files }: Partial<Nullable<OldStep>>,
  ) => {
    const { from, needs = [], files: takesFiles } = transitionOf(action);
    if (!from.includes(now.state)) throw new RowFault(`steps: ${action} is not possible once it is ${now.state}.`);
    if (needs.includes('text') && !words) throw new RowFault(`steps: ${action} needs a text.`);
    if (files?.length && !takesFiles) throw new RowFault(`steps: ${action} takes no files.`);
    if (at < (events.at(-1)?.at ?? at)) throw new RowFault('steps: They do not stand in the order of time.');
    const isReason = action === 'reject' || action === 'withdraw';
    const said = { text: isReason ? null : words, reason: isReason ? words : null };
    const data = action === 'resolve' ? { outcome: outcome ?? 'solved' } : null;
    const step = { action, at, actorId: null, ...said, data, ...(outcome && { outcome }) };
    const after = applyTransition(now, events, step, rules);
    // Who it was has no account here.
    const actor = { at, actorKind: action === 'withdraw' ? 'citizen' : 'system', actorId: null } as const;
    const facts = stepFacts(action, { id: filed.id, state: now.state }, after, actor);
    events.push(sealEvent({ ...facts, ...said, language: null, data }));
    sent.push({ names: files ?? [], eventSeq: facts.seq, at });
    now = { ...now, ...after, ...measureStep(now, after, at) };
  };
  for (const { at, action, ...words } of steps) {
    const when = new Date(at);
    if ((action === 'reply' || action === 'resolve') && now.state === 'received') take('start', when, {});
    take(action, when, words);
  }
  const { at: updatedAt, seq: importedVersion } = events.at(-1)!;
  // Nobody is reminded of what is years old; the next step sets the timers anew.
  const complaintRow = { ...filed, ...now, nextReminderAt: null, updatedAt, importedVersion, demo: false };
  return { complaint: complaintRow as typeof complaint.$inferInsert, events, sent };
}

/** Names of files, with the step that they came with. */
interface Sent {
  readonly names: readonly string[];
  readonly eventSeq: number | null;
  readonly at: Date;
}

/** Takes the files of a complaint, and builds their rows. @throws RowFault */
async function takeAll(
  takeFiles: TakeFiles,
  all: readonly Sent[],
  owner: { readonly complaintId: string; readonly accountId: string },
): Promise<Built['files']> {
  if (all.flatMap(({ names }) => names).length > limit.complaintFiles)
    throw new RowFault(`files: ${message.complaintFull}`);
  const rows = [];
  for (const { names, eventSeq, at } of all)
    for (const [position, taken] of namedFor('confidential', await takeFiles(names)).entries())
      rows.push({ ...taken, ...owner, eventSeq, position, createdAt: at });
  return rows;
}

type Nullable<T> = { readonly [K in keyof T]: T[K] | null };
