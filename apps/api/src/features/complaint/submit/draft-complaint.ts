import type { Source } from '@baraza/contract/complaint/state';
import { randomUUID } from 'node:crypto';
import {
  dayIn,
  hasText,
  type IdentityLevel,
  incidentWindow,
  message,
  type NewComplaint,
  type State,
  type StatedFact,
  unknownMda,
} from '@baraza/contract';
import type { Caller } from '../../../auth/session/caller.ts';
import type { Entered } from '../../../domain/custom-field.ts';
import { citizenTexts } from '../../../db/schema/complaint-tables.ts';
import type { ReceivedFile } from '../../../files/temp-files.ts';
import { validation } from '../../../http/errors.ts';
import type { Services } from '../../../services.ts';
import { findMentionedStaff } from '../../../domain/mention.ts';
import { toRules } from '../../reference/sla-target.store.ts';
import { sealEvent, statementDigest, stepFacts } from '../record/sealed-event.ts';
import { type Description, readDescription } from '../../../domain/description.ts';
import { timerColumns } from '../../../domain/apply-transition.ts';
import { statedFacts } from './filed-complaint.ts';
import type { Found, Submission } from './submission.store.ts';

/** Fields, files and idempotency key of a filing. */
export interface SubmitRequest {
  readonly fields: Omit<NewComplaint, 'identity'> & { readonly identity?: IdentityLevel | undefined };
  /** In their order, the recording last. */
  readonly files: readonly ReceivedFile[];
  readonly key: string | undefined;
  readonly source?: Source | undefined;
  /** What was entered in custom fields. */
  readonly entered?: Entered | undefined;
  readonly counter?: CounterFiling | undefined;
}

/** What staff add who file for somebody. */
export interface CounterFiling {
  readonly filedBy: string;
  readonly centre: string | null;
  /** When it reached the office; the SLA timers count from then. */
  readonly receivedAt: Date;
}

/** Five decimals are a metre: the digits behind them are noise. */
function readPoint({ lat, lon, accuracy }: SubmitRequest['fields']) {
  if (!lat || !lon) return { lat: null, lon: null, accuracy: null };
  const degrees = (text: string) => Number(Number(text).toFixed(5));
  return { lat: degrees(lat), lon: degrees(lon), accuracy: accuracy ? Number(accuracy) : null };
}

type ReferenceField = 'mda' | 'mdaJurisdiction' | 'area' | 'category' | 'fields' | 'timeZone';

/** A complaint ready to be written, but for its tracking id. */
export type Draft = Pick<Submission, 'complaint' | 'event' | 'mention' | 'key'> & Pick<SubmitRequest, 'entered'>;

/** Columns that only steps change. */
export const untouched = {
  assigneeId: null,
  reply: null,
  repliedAt: null,
  offeredToMdaId: null,
  rejectionProposedBy: null,
  mergedIntoId: null,
  resolvers: [],
  outcome: null,
  confirmedAt: null,
  escalatedAt: null,
  citizenWroteAt: null,
  recusedStaff: [],
  priority: 'normal',
  tags: [],
  followUpOn: null,
  unitId: null,
  customFields: {},
  acknowledgedAt: null,
  acknowledgedLate: null,
  firstReplyAt: null,
  firstReplyLate: null,
  resolvedAt: null,
  resolvedLate: null,
} satisfies Partial<Submission['complaint']>;

/** Builds the rows of a new complaint from its request. @throws AppError VALIDATION with a message for each field */
export function draftComplaint(
  services: Pick<Services, 'clock' | 'settings'>,
  caller: Caller,
  { fields, files, key, source, entered, counter }: SubmitRequest,
  found: Found,
  requestDigest: Buffer,
): Draft {
  const now = services.clock.now();
  const at = counter?.receivedAt ?? now;
  const recording = files.find(({ kind }) => kind === 'audio');
  const typed = readDescription(fields.description);
  const description = recording && !hasText(typed.html) ? describeRecording(recording) : typed;
  const faults = faultsOf({ fields, source }, found, description, at);
  if (Object.keys(faults).length > 0) throw validation(faults);

  const id = randomUUID();
  // Only a recording lets the title be empty.
  const isForUnknown = fields.mda === unknownMda;
  const title = fields.title || (isForUnknown ? 'Spoken complaint' : `Spoken complaint about ${found.mda?.name}`);
  const { incidentDate, identity = 'named' } = fields;
  const callPhone = fields.callPhone || null;
  const stated = statedFacts(fields);
  // Every field of the contract that is kept as it was written: the type checker finds one that is missing here.
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
  const statement = { citizen: caller.accountId, statement: statementDigest(columns) };
  const data = counter ? { ...statement, filedBy: counter.filedBy } : statement;
  // Oversight decides about it as about one that no MDA takes.
  const state = isForUnknown ? 'transfer_undecided' : 'received';
  const begun = { at, action: 'submit', toState: state, cycle: 1, data } as const;
  const rules = toRules(found.rules, services.settings);
  const event = { ...begun, complaintId: id, seq: 1, fromState: null } as const;
  const by = { actorKind: 'citizen', actorId: null, visibility: 'public' } as const;
  const sealed = sealEvent({ ...event, ...by, text: null, reason: null, language: caller.language ?? null });
  const texts = citizenTexts.map((name) => columns[name]);
  const mentioned = findMentionedStaff(found.staff, texts).map((person) => person.id);
  return {
    entered,
    complaint: {
      id,
      trackingId: '',
      citizenId: caller.accountId,
      mdaId: fields.mda,
      jurisdictionId: fields.mdaJurisdiction || null,
      areaCode: fields.area || null,
      categoryId: fields.category,
      ...columns,
      source: source ?? 'portal',
      customFields: entered?.values ?? {},
      centre: counter?.centre ?? null,
      state,
      cycle: 1,
      version: mentioned.length > 0 ? 2 : 1,
      ...(mentioned.length > 0 && { recusedStaff: mentioned }),
      ...timerColumns({ nextReminderAt: null }, [begun], rules, at),
      submittedAt: at,
      updatedAt: now,
      demo: found.demo,
    },
    event: sealed,
    mention: mentioned.length > 0 ? sealMention({ id, state }, mentioned, at) : undefined,
    key:
      key === undefined
        ? undefined
        : { citizenId: caller.accountId, key, requestDigest, complaintId: id, createdAt: now },
  };
}

function describeRecording({ seconds = 0 }: ReceivedFile): Description {
  const whole = Math.floor(seconds);
  const length = `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
  return readDescription(`Spoken statement, ${length}`);
}

function faultsOf(
  { fields, source }: Pick<SubmitRequest, 'fields' | 'source'>,
  found: Found,
  description: Description,
  now: Date,
) {
  const { min, max } = incidentWindow(dayIn(fields.timeZone, now));
  // An old system may have taken late reports.
  const isTooEarly = fields.incidentDate < min && source !== 'import';
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
    ...((isTooEarly || fields.incidentDate > max) && { incidentDate: message.incidentDate }),
  };
}

/** Seals the event by which the system recuses mentioned staff, right behind the filing. */
function sealMention(complaint: { readonly id: string; readonly state: State }, people: readonly string[], at: Date) {
  const after = { version: 2, state: complaint.state, cycle: 1 };
  const facts = stepFacts('recuse', complaint, after, { at, actorKind: 'system', actorId: null });
  return sealEvent({ ...facts, text: null, reason: null, data: { people } });
}
