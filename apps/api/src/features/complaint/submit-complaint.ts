import { createHash, randomUUID } from 'node:crypto';
import { dayIn, incidentWindow, message, type NewComplaint } from '@baraza/contract';
import type { Caller } from '../../platform/caller.ts';
import { type Description, readDescription } from '../../platform/description.ts';
import { AppError, conflict, unauthenticated, validation } from '../../platform/errors.ts';
import { insertFiles, type StoredFile, withStoredFiles } from '../../platform/file.store.ts';
import { enqueueMail } from '../../platform/mailer.ts';
import { useQuota } from '../../platform/quota.store.ts';
import type { Services } from '../../platform/services.ts';
import { newTrackingId } from '../../platform/tracking-id.ts';
import type { ReceivedFile } from '../../platform/uploads.ts';
import { toRules } from '../clock/target.store.ts';
import { sealEvent } from './event-chain.ts';
import { portalLink, receiptOf } from './news.ts';
import { clockColumns } from './plan-step.ts';
import { findKey, findReferences, type Found, insertSubmission, type Submission } from './submission.store.ts';

export interface SubmitRequest {
  readonly fields: NewComplaint;
  /** In their order, the recording last. */
  readonly files: readonly ReceivedFile[];
  readonly key: string | undefined;
}

/** Files a complaint with everything that belongs to it, once for each key, and answers its id. */
export async function submitComplaint(
  services: Services,
  caller: Caller,
  request: SubmitRequest,
  drawTrackingId: typeof newTrackingId = newTrackingId,
): Promise<string> {
  const { fields, files, key } = request;
  const found = await findReferences(services.db, {
    citizenId: caller.accountId,
    mdaId: fields.mda,
    categoryId: fields.category,
    jurisdictionId: fields.mdaJurisdiction || undefined,
    key,
  });
  if (!found) throw unauthenticated();
  const requestDigest = digestOf(request);
  if (found.used) return replay(found.used, requestDigest);
  const keyed = key === undefined ? undefined : { key, requestDigest };
  const submission = draft(services, caller, fields, found, keyed);
  try {
    await withStoredFiles(services, files, (stored) => write(services, submission, stored, found, drawTrackingId));
    return submission.complaint.id;
  } catch (error) {
    const used = error instanceof KeyTaken && key !== undefined && (await findKey(services.db, caller.accountId, key));
    if (!used) throw error;
    return replay(used, requestDigest);
  }
}

/** A parallel request with the same key came first. Refused like this, the files of this one go again. */
class KeyTaken extends AppError {
  constructor() {
    super('CONFLICT', message.keyReused);
  }
}

function replay(used: NonNullable<Found['used']>, requestDigest: Buffer): string {
  if (!used.requestDigest.equals(requestDigest)) throw conflict(message.keyReused);
  return used.complaintId;
}

/** What makes two requests the same one. */
function digestOf({ fields, files }: SubmitRequest): Buffer {
  const { mda, mdaJurisdiction, category, title, description, location, incidentDate } = fields;
  const sent = files.map((it) => [it.fileName, it.kind, it.sha256.toString('hex')]);
  const all = [mda, mdaJurisdiction || null, category, title, description, location, incidentDate, sent];
  return createHash('sha256').update(JSON.stringify(all)).digest();
}

function draft(
  services: Services,
  caller: Caller,
  fields: NewComplaint,
  found: Found,
  key: Submission['key'],
): Submission {
  const at = services.clock.now();
  const description = readDescription(fields.description);
  const faults = faultsOf(fields, found, description, at);
  if (Object.keys(faults).length > 0) throw validation(faults);

  const id = randomUUID();
  const begun = { at, action: 'submit', toState: 'received', cycle: 1, data: null } as const;
  const rules = toRules(found.rules, services.settings.timeZone);
  const event = { ...begun, complaintId: id, seq: 1, fromState: null } as const;
  const by = { actorKind: 'citizen', actorId: caller.accountId, visibility: 'public' } as const;
  return {
    complaint: {
      id,
      trackingId: '',
      citizenId: caller.accountId,
      mdaId: fields.mda,
      jurisdictionId: fields.mdaJurisdiction || null,
      categoryId: fields.category,
      title: fields.title,
      description: description.html,
      descriptionText: description.text,
      location: fields.location,
      incidentDate: fields.incidentDate,
      state: 'received',
      cycle: 1,
      version: 1,
      ...clockColumns({ nextAlarmAt: null }, [begun], rules, at),
      submittedAt: at,
      updatedAt: at,
      demo: found.demo,
    },
    event: sealEvent({ ...event, ...by, text: null, reason: null }, null),
    key,
  };
}

function faultsOf(fields: NewComplaint, found: Found, description: Description, now: Date): Record<string, string> {
  const { min, max } = incidentWindow(dayIn(fields.timeZone, now));
  const jurisdictionMissing = !fields.mdaJurisdiction && found.mda?.needsJurisdiction;
  const jurisdictionForeign = fields.mdaJurisdiction && found.mda && !found.jurisdiction;
  return {
    ...(!found.mda && { mda: message.invalid }),
    ...(jurisdictionMissing && { mdaJurisdiction: message.jurisdictionRequired }),
    ...(jurisdictionForeign && { mdaJurisdiction: message.jurisdictionForeign }),
    ...(!found.category && { category: message.invalid }),
    ...(description.fault !== undefined && { description: description.fault }),
    ...((fields.incidentDate < min || fields.incidentDate > max) && { incidentDate: message.incidentDate }),
  };
}

async function write(
  services: Services,
  submission: Submission,
  stored: readonly StoredFile[],
  found: Found,
  drawTrackingId: typeof newTrackingId,
): Promise<void> {
  const { id: complaintId, citizenId: accountId, title, submittedAt: createdAt } = submission.complaint;
  const numbered = (key: Submission['key']) => {
    const complaint = { ...submission.complaint, trackingId: drawTrackingId(services.clock) };
    return { ...submission, complaint, key };
  };
  await services.db.transaction(async (tx) => {
    let attempt = numbered(submission.key);
    let outcome = await insertSubmission(tx, attempt);
    while (outcome === 'tracking id taken') {
      // The key is written by now, for this same complaint.
      attempt = numbered(undefined);
      outcome = await insertSubmission(tx, attempt);
    }
    if (outcome === 'key taken') throw new KeyTaken();
    await useQuota(tx, services, accountId, { complaints: 1, files: stored });
    await insertFiles(tx, stored, { accountId, complaintId, createdAt });
    const { trackingId } = attempt.complaint;
    const link = portalLink(services.settings.publicUrl, complaintId);
    const receipt = receiptOf({ title, trackingId, link, mdaName: found.mda?.name ?? '' });
    await enqueueMail(tx, services, { to: found.citizenEmail, ...receipt });
  });
}
