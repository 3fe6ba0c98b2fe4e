import { randomUUID } from 'node:crypto';
import {
  dayIn,
  type FiledComplaint,
  hasText,
  type IdentityLevel,
  incidentWindow,
  message,
  type NewComplaint,
  type StatedFact,
  unknownMda,
} from '@baraza/contract';
import type { Caller } from '../../../auth/session/caller.ts';
import type { Database } from '../../../db/database.ts';
import { citizenTexts } from '../../../db/schema/complaint-tables.ts';
import { withPlainNames } from '../../../files/file-name.ts';
import { insertFiles, type StoredFile, withStoredFiles } from '../../../files/file.store.ts';
import type { ReceivedFile } from '../../../files/temp-files.ts';
import { conflict, unauthenticated, validation } from '../../../http/errors.ts';
import { refusalOf, takeBack, usesOf } from '../../../limits/quota.store.ts';
import { digestOf, submitOnce } from '../../../limits/submission-key.store.ts';
import { sealMail } from '../../../mail/enqueue-mail.ts';
import type { Services } from '../../../services.ts';
import { promiseEntry } from '../../log/log-key.ts';
import { insertMentioned } from '../recusal/recusal.store.ts';
import { findMentionedStaff } from '../../../domain/mention.ts';
import { effectsOfShortage, mentionEffect, sealMention } from '../recusal/recuse-mentioned.ts';
import { toRules } from '../../reference/sla-target.store.ts';
import { readFiling } from '../record/event.store.ts';
import { type SealedEvent, sealEvent, statementDigest } from '../record/sealed-event.ts';
import type { CitizensDetails } from '../record/details.store.ts';
import { showToCitizen, toCitizensComplaint } from '../read/show-complaint.ts';
import { type Description, readDescription } from '../../../domain/description.ts';
import { newTrackingId } from '../../../domain/tracking-id.ts';
import { timerColumns } from '../../../domain/apply-transition.ts';
import type { Effect } from '../../../domain/effects.ts';
import { portalLink } from '../../../domain/portal-link.ts';
import { receiptOf } from './receipt-mail.ts';
import { statedFacts, toFiledComplaint } from './filed-complaint.ts';
import { findReferences, type Found, insertSubmission, type Submission, TrackingIdTaken } from './submission.store.ts';

export interface SubmitRequest {
  readonly fields: Omit<NewComplaint, 'identity'> & { readonly identity?: IdentityLevel | undefined };
  /** In their order, the recording last. */
  readonly files: readonly ReceivedFile[];
  readonly key: string | undefined;
}

/** Files a complaint once for each key. Returns it as its citizen reads it, with the log's promise. */
export async function submitComplaint(
  services: Services,
  caller: Caller,
  request: SubmitRequest,
  drawTrackingId: typeof newTrackingId = newTrackingId,
): Promise<FiledComplaint> {
  const { fields, key } = request;
  const files = caller.isGuest ? withPlainNames(request.files) : request.files;
  const found = await findReferences(services.reads, {
    citizenId: caller.accountId,
    mdaId: fields.mda,
    categoryId: fields.category,
    jurisdictionId: fields.mdaJurisdiction || null,
    areaCode: fields.area || null,
    key: key ?? null,
  });
  if (!found) throw unauthenticated();
  const stated = { ...fields, mdaJurisdiction: fields.mdaJurisdiction || null, area: fields.area || undefined };
  // A repeat may come from a device in another time zone.
  const requestDigest = digestOf({ ...stated, timeZone: undefined }, files);
  const keyed = { citizenId: caller.accountId, key, requestDigest, kind: 'complaintId' } as const;
  let written: { filed: CitizensDetails; event: SealedEvent } | undefined;
  const id = await submitOnce(services.db, keyed, found.used, async () => {
    const first = draft(services, caller, { fields, files, key }, found, requestDigest);
    const filed = await withStoredFiles(services, files, (stored) =>
      write(services, first, stored, found, drawTrackingId),
    );
    written = { filed, event: first.event };
    return first.complaint.id;
  });
  const complaint = await (written
    ? toCitizensComplaint(services, caller, written.filed)
    : showToCitizen(services, caller, id));
  return { ...complaint, promise: await promiseEntry(services, written?.event ?? (await readFiling(services.db, id))) };
}

/** Five decimals are a metre: the digits behind them are noise. */
function readPoint({ lat, lon, accuracy }: SubmitRequest['fields']) {
  if (!lat || !lon) return { lat: null, lon: null, accuracy: null };
  const degrees = (text: string) => Number(Number(text).toFixed(5));
  return { lat: degrees(lat), lon: degrees(lon), accuracy: accuracy ? Number(accuracy) : null };
}

type ReferenceField = 'mda' | 'mdaJurisdiction' | 'area' | 'category' | 'timeZone';

/** A complaint ready to be written, but for its tracking id. */
type Draft = Pick<Submission, 'complaint' | 'event' | 'mention' | 'key'>;

function draft(
  services: Services,
  caller: Caller,
  { fields, files, key }: SubmitRequest,
  found: Found,
  requestDigest: Buffer,
): Draft {
  const at = services.clock.now();
  const recording = files.find(({ kind }) => kind === 'audio');
  const typed = readDescription(fields.description);
  const description = recording && !hasText(typed.html) ? describeRecording(recording) : typed;
  const faults = faultsOf(fields, found, description, at);
  if (Object.keys(faults).length > 0) throw validation(faults);

  const id = randomUUID();
  // Every field of the contract that is kept as it was written: the type checker finds one that is missing here.
  // Only a recording lets the title be empty.
  const isForUnknown = fields.mda === unknownMda;
  const title = fields.title || (isForUnknown ? 'Spoken complaint' : `Spoken complaint about ${found.mda?.name}`);
  const { incidentDate, identity = 'named' } = fields;
  const callPhone = fields.callPhone || null;
  const stated = statedFacts(fields);
  const written = {
    title,
    description: description.html,
    ...stated,
    ...readPoint(fields),
    incidentDate,
    identity,
    callPhone,
  } satisfies Record<Exclude<keyof NewComplaint, ReferenceField | StatedFact>, unknown>;
  const columns = { ...written, descriptionText: description.text };
  // The data of an event can be erased; its other facts stay for ever.
  const data = { citizen: caller.accountId, statement: statementDigest(columns) };
  // Oversight decides about it as about one that no MDA takes.
  const state = isForUnknown ? 'transfer_undecided' : 'received';
  const begun = { at, action: 'submit', toState: state, cycle: 1, data } as const;
  const rules = toRules(found.rules, services.settings.timeZone);
  const event = { ...begun, complaintId: id, seq: 1, fromState: null } as const;
  const by = { actorKind: 'citizen', actorId: null, visibility: 'public' } as const;
  const sealed = sealEvent({ ...event, ...by, text: null, reason: null, language: caller.language ?? null });
  const texts = citizenTexts.map((name) => columns[name]);
  const mentioned = findMentionedStaff(found.staff, texts).map((person) => person.id);
  return {
    complaint: {
      id,
      trackingId: '',
      citizenId: caller.accountId,
      mdaId: fields.mda,
      jurisdictionId: fields.mdaJurisdiction || null,
      areaCode: fields.area || null,
      categoryId: fields.category,
      ...columns,
      state,
      cycle: 1,
      version: mentioned.length > 0 ? 2 : 1,
      ...(mentioned.length > 0 && { recusedStaff: mentioned }),
      ...timerColumns({ nextReminderAt: null }, [begun], rules, at),
      submittedAt: at,
      updatedAt: at,
      demo: found.demo,
    },
    event: sealed,
    mention: mentioned.length > 0 ? sealMention({ ...event, seq: 2 }, mentioned) : undefined,
    key:
      key === undefined
        ? undefined
        : { citizenId: caller.accountId, key, requestDigest, complaintId: id, createdAt: at },
  };
}

function describeRecording({ seconds = 0 }: ReceivedFile): Description {
  const whole = Math.floor(seconds);
  const length = `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
  return readDescription(`Spoken statement, ${length}`);
}

function faultsOf(fields: SubmitRequest['fields'], found: Found, description: Description, now: Date) {
  const { min, max } = incidentWindow(dayIn(fields.timeZone, now));
  const jurisdictionMissing = !fields.mdaJurisdiction && found.mda?.needsJurisdiction;
  const jurisdictionForeign = fields.mdaJurisdiction && found.mda && !found.jurisdiction;
  return {
    ...(!found.mda && { mda: message.invalid }),
    ...(jurisdictionMissing && { mdaJurisdiction: message.jurisdictionRequired }),
    ...(jurisdictionForeign && { mdaJurisdiction: message.jurisdictionForeign }),
    ...(fields.area && !found.area && { area: message.invalid }),
    ...(!fields.lat !== !fields.lon && { lat: message.coordinates }),
    ...(!found.category && { category: message.invalid }),
    ...(fields.callPhone && (fields.identity ?? 'named') !== 'named' && { callPhone: message.unwantedContact }),
    ...(description.fault !== undefined && { description: description.fault }),
    ...((fields.incidentDate < min || fields.incidentDate > max) && { incidentDate: message.incidentDate }),
  };
}

async function write(
  services: Services,
  first: Draft,
  stored: readonly StoredFile[],
  found: Found,
  drawTrackingId: typeof newTrackingId,
): Promise<CitizensDetails> {
  for (;;) {
    const complaint = { ...first.complaint, trackingId: drawTrackingId(services.clock) };
    const attempt = { ...first, complaint };
    try {
      if (isOneStatement(attempt, stored)) await insert(services, services.db, attempt, stored, found);
      else await services.db.transaction(async (tx) => insert(services, tx, attempt, stored, found));
      return toFiledComplaint(attempt, found, stored);
    } catch (error) {
      if (!(error instanceof TrackingIdTaken)) throw error;
    }
  }
}

/** Whether it is written in one statement without a transaction: it has no files, and no staff to notify. */
const isOneStatement = ({ complaint, mention }: Draft, stored: readonly StoredFile[]) =>
  stored.length === 0 && mention === undefined && complaint.mdaId !== unknownMda;

async function insert(services: Services, db: Database, draft: Draft, stored: readonly StoredFile[], found: Found) {
  const { complaint, event, mention, key } = draft;
  const { id: complaintId, citizenId: accountId, title, trackingId, submittedAt: createdAt } = complaint;
  const link = portalLink(services.settings.publicUrl, complaintId);
  const isForUnknown = complaint.mdaId === unknownMda;
  const receipt = receiptOf({ title, trackingId, link, mdaName: isForUnknown ? null : (found.mda?.name ?? '') });
  const mail = { to: found.citizenEmail, citizenId: accountId, complaintId, ...receipt };
  const uses = found.demo ? [] : usesOf(services, accountId, { complaints: 1, files: stored });
  const outcome = await insertSubmission(
    db,
    { complaint, event, mention, key, uses, receipt: sealMail(services, mail) },
    services.clock.now(),
  );
  if (outcome === 'no account') throw unauthenticated();
  if (outcome === 'over quota') throw await refusalOf(db, services, uses);
  if (outcome === 'key taken') {
    // A transaction takes its uses back by itself.
    if (isOneStatement(draft, stored)) await takeBack(db, uses);
    throw conflict(message.keyReused);
  }
  await insertFiles(db, stored, { accountId, complaintId, createdAt });
  if (mention) await insertMentioned(db, complaintId, complaint.recusedStaff ?? [], createdAt);
  const effects = await effectsOfFiling(db, draft);
  if (effects.length > 0) await services.carryOut(db, services, effects);
}

async function effectsOfFiling(db: Database, { complaint, event, mention }: Draft): Promise<Effect[]> {
  const { id, trackingId, mdaId, recusedStaff = [], submittedAt: at } = complaint;
  const about = { complaint: { id, trackingId }, actorId: null, step: event.seq, at };
  const effects: Effect[] = [];
  if (mdaId === unknownMda) effects.push({ effect: 'notifyStaff', kind: 'officeWanted', ...about });
  if (mention === undefined) return effects;
  const recused = { id, trackingId, mdaId, offeredToMdaId: null, recusedStaff };
  return [...effects, mentionEffect(recused, mention), ...(await effectsOfShortage(db, undefined, recused, mention))];
}
