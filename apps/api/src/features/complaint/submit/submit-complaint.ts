import { type FiledComplaint, FieldValues, message, unknownMda } from '@baraza/contract';
import type { Caller } from '../../../auth/session/caller.ts';
import { hashSubmissionKey } from '../../../crypto/digest.ts';
import type { Database } from '../../../db/database.ts';
import { namedFor } from '../../../files/file-name.ts';
import { insertFiles, type StoredFile, withStoredFiles } from '../../../files/file.store.ts';
import { conflict, unauthenticated } from '../../../http/errors.ts';
import { refusalOf, takeBack, usesOf } from '../../../limits/quota.store.ts';
import { digestOf, submitOnce, type UsedKey } from '../../../limits/submission-key.store.ts';
import { sealMail } from '../../../mail/enqueue-mail.ts';
import type { Services } from '../../../services.ts';
import { promiseEntry } from '../../log/log-key.ts';
import { insertMentioned } from '../recusal/recusal.store.ts';
import { effectsOfShortage, mentionEffect } from '../recusal/recuse-mentioned.ts';
import { readFiling, readPast } from '../record/event.store.ts';
import { lockForSystem } from '../record/lock-complaint.store.ts';
import type { SealedEvent } from '../record/sealed-event.ts';
import type { CitizensDetails } from '../record/details.store.ts';
import { showToCitizen, toCitizensComplaint } from '../read/show-complaint.ts';
import { newTrackingId } from './tracking-id.ts';
import { enterFields, type Entered } from '../../../domain/custom-field.ts';
import { listAsked } from '../../reference/custom-field.store.ts';
import { takeStep } from '../transition/take-step.ts';
import type { Effect } from '../../../domain/effects.ts';
import { portalLink } from '../../../mail/portal-link.ts';
import { receiptOf } from './receipt-mail.ts';
import { toFiledComplaint } from './filed-complaint.ts';
import { findReferences, type Found, insertSubmission, TrackingIdTaken } from './submission.store.ts';
import { type SubmitRequest, type Draft, draftComplaint } from './draft-complaint.ts';

/** Files a complaint once for each key. Returns it as its citizen reads it, with the log's promise. */
export async function submitComplaint(
  services: Services,
  caller: Caller,
  request: SubmitRequest,
  drawTrackingId: typeof newTrackingId = newTrackingId,
): Promise<FiledComplaint> {
  const { fields } = request;
  const key = request.key && hashSubmissionKey(services.keys, request.key);
  const files = namedFor(fields.identity, request.files);
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
  const keyed = { citizenId: caller.accountId, key, requestDigest, resultOf: (it: UsedKey) => it.complaintId };
  let written: { filed: CitizensDetails; event: SealedEvent } | undefined;
  const id = await submitOnce(services.db, keyed, found.used, async () => {
    const entered = await readEntered(services, fields);
    const first = draftComplaint(services, caller, { ...request, files, key, entered }, found, requestDigest);
    const filed = await withStoredFiles(services, files, (stored) =>
      write(services, caller, first, stored, found, drawTrackingId),
    );
    if (!entered) written = { filed, event: first.event };
    return first.complaint.id;
  });
  const complaint = await (written
    ? toCitizensComplaint(services, caller, written.filed)
    : showToCitizen(services, caller, id));
  return { ...complaint, promise: await promiseEntry(services, written?.event ?? (await readFiling(services.db, id))) };
}

async function write(
  services: Services,
  caller: Caller,
  first: Draft,
  stored: readonly StoredFile[],
  found: Found,
  drawTrackingId: typeof newTrackingId,
): Promise<CitizensDetails> {
  for (;;) {
    const complaint = { ...first.complaint, trackingId: drawTrackingId(services.clock) };
    const attempt = { ...first, complaint };
    try {
      if (isOneStatement(attempt, stored, found)) await insert(services, services.db, attempt, stored, found);
      else
        await services.db.transaction(async (tx) => {
          await insert(services, tx, attempt, stored, found);
          if (attempt.entered) await recordEntered(tx, services, caller, attempt.complaint.id, attempt.entered);
        });
      return toFiledComplaint(attempt, found, stored);
    } catch (error) {
      if (!(error instanceof TrackingIdTaken)) throw error;
    }
  }
}

/** Whether it is written in one statement without a transaction: it has no files, no custom fields, no rules and no staff to notify. */
const isOneStatement = ({ complaint, mention, entered }: Draft, stored: readonly StoredFile[], found: Found) =>
  stored.length === 0 &&
  !entered &&
  mention === undefined &&
  complaint.mdaId !== unknownMda &&
  !found.mda?.rulesVersion;

async function insert(services: Services, db: Database, draft: Draft, stored: readonly StoredFile[], found: Found) {
  const { complaint, event, mention, key } = draft;
  const { id: complaintId, citizenId: accountId, title, trackingId, submittedAt: createdAt } = complaint;
  const { publicUrl } = services.settings;
  const links = { link: portalLink(publicUrl, complaintId), verifyLink: `${publicUrl}/verify` };
  const isForUnknown = complaint.mdaId === unknownMda;
  const receipt = receiptOf({ title, trackingId, ...links, mdaName: isForUnknown ? null : (found.mda?.name ?? '') });
  const mail = {
    to: found.citizenEmail,
    citizenId: accountId,
    complaintId,
    step: event.seq,
    opensThread: true,
    ...receipt,
  } as const;
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
    if (isOneStatement(draft, stored, found)) await takeBack(db, uses);
    throw conflict(message.keyReused);
  }
  await insertFiles(db, stored, { accountId, complaintId, createdAt });
  if (mention) await insertMentioned(db, complaintId, complaint.recusedStaff ?? [], createdAt);
  const effects = await effectsOfFiling(db, draft, found);
  if (effects.length > 0) await services.carryOut(db, services, effects);
}

/** Checks what a citizen entered in custom fields; undefined where they entered nothing. */
async function readEntered({ db }: Services, { fields, mda, category, identity }: SubmitRequest['fields']) {
  const entries = Object.entries(fields ? FieldValues.parse(JSON.parse(fields)) : {}).filter(
    ([, typed]) => typed !== '',
  );
  if (entries.length === 0) return undefined;
  // What tells who somebody is would never be shown of somebody who stays unknown.
  const asked = (await listAsked(db, mda)).filter(
    (field) => field.category === category && !(field.personal && identity === 'anonymous'),
  );
  return enterFields({}, Object.fromEntries(entries), asked);
}

/** Adds the entries of custom fields to the history, as a step of the citizen. */
async function recordEntered(tx: Database, services: Services, caller: Caller, id: string, entered: Entered) {
  const before = await lockForSystem(tx, id);
  if (!before) return;
  const { values: customFields, text, names } = entered;
  const at = services.clock.now();
  const step = { action: 'setFields', at, actorId: null, text, customFields, data: { fields: names } } as const;
  const past = await readPast(tx, id);
  await services.carryOut(tx, services, await takeStep(tx, services, caller, step, { before, past, files: [] }));
}

async function effectsOfFiling(db: Database, { complaint, event, mention }: Draft, { mda }: Found): Promise<Effect[]> {
  const { id, trackingId, mdaId, recusedStaff = [], submittedAt: at } = complaint;
  const about = { complaint: { id, trackingId }, actorId: null, step: event.seq, at };
  const effects: Effect[] = [];
  if (mda?.rulesVersion)
    effects.push({ effect: 'applyRules', event: 'filed', complaintId: id, mdaId, version: mda.rulesVersion });
  if (mdaId === unknownMda) effects.push({ effect: 'notifyStaff', kind: 'officeWanted', ...about });
  if (mention === undefined) return effects;
  const recused = { id, trackingId, mdaId, offeredToMdaId: null, recusedStaff };
  return [...effects, mentionEffect(recused, mention), ...(await effectsOfShortage(db, undefined, recused, mention))];
}
