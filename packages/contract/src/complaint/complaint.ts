import * as z from 'zod/mini';
import { Attachment, Id, IdParams, Instant, Named, Sort, optionalText, page, pageQuery, text } from '../core/fields.ts';
import { endpoint } from '../core/endpoint.ts';
import { FieldOfComplaint } from './custom-field.ts';
import { limit } from '../core/limit.ts';
import { identityLevels } from './identity.ts';
import { HistoryEntry } from './history-entry.ts';
import { NewComplaint, NewSurvey, SpokenComplaint, statedFacts } from './complaint-fields.ts';
import { Point } from './point-fields.ts';
import { outcomes, states, statuses } from './state.ts';
import { message } from '../core/message.ts';
import * as programMessage from '../core/program-message.ts';

export const mediaRule = { kind: 'media', maxBytes: limit.mediaBytes, maxCount: limit.mediaFiles } as const;
export const audioRule = { kind: 'audio', maxBytes: limit.mediaBytes, maxCount: 1 } as const;
/** What phones record; the portal records itself. */
export const voiceRule = { kind: 'voice', maxBytes: limit.mediaBytes, maxCount: limit.mediaFiles } as const;

export const Survey = z.object({ rating: z.number(), description: z.string(), createdAt: Instant });
export type Survey = z.infer<typeof Survey>;

/** An MDA that has or had the complaint. */
export const Custody = z.object({
  mda: z.string(),
  since: Instant,
  /** Null: it has it now. */
  until: z.nullable(Instant),
  /** For how many working days so far; rests do not count. */
  workingDays: z.number(),
});
export type Custody = z.infer<typeof Custody>;

const summaryShape = {
  id: z.string(),
  trackingId: z.string(),
  title: z.string(),
  category: Named,
  mda: Named,
  incidentDate: z.string(),
  submittedDate: Instant,
  status: z.enum(statuses),
  state: z.enum(states),
  cycle: z.number(),
  /** In the present cycle; null until taken. */
  survey: z.nullable(Survey),
};

export const ComplaintSummary = z.object({
  ...summaryShape,
  /** The citizen has an unread notification about it. */
  unread: z.boolean(),
});
export type ComplaintSummary = z.infer<typeof ComplaintSummary>;

export const Complaint = z.object({
  ...summaryShape,
  identity: z.enum(identityLevels),
  /** Phone number for calls about it; at the desk for its assignee and those who see the identity. */
  callPhone: z.nullable(z.string()),
  /** Sanitised HTML with the tags of the toolbar only. */
  description: z.string(),
  ...statedFacts,
  /** Custom fields with a value that citizens are asked for; at the desk, all that its reader may see or set. */
  fields: z.array(FieldOfComplaint),
  /** Its code, and its name with those of the areas it lies in. */
  area: z.nullable(Named),
  point: z.nullable(Point),
  jurisdiction: z.nullable(Named),
  /** The newest public reply. */
  reply: z.nullable(z.string()),
  repliedAt: z.nullable(Instant),
  /** When the MDA is due to resolve it, or oversight to decide on the appeal: the promise. Null while the SLA timer is paused or stopped. */
  dueAt: z.nullable(Instant),
  /** Day of `dueAt` in the time zone of the installation, as people read it. So are the days below. */
  dueDay: z.nullable(z.string()),
  /** When the MDA is due to start; null once it has, and while the SLA timer is paused or stopped. */
  startDueDay: z.nullable(z.string()),
  /** `paused`: paused until the citizen answers, or until `pausedUntil`. */
  timer: z.enum(['running', 'paused', 'stopped']),
  pausedUntil: z.nullable(z.string()),
  /** Ownership periods, oldest first; the last one is current. */
  custody: z.array(Custody),
  /** How it was resolved; null unless it is. */
  outcome: z.nullable(z.enum(outcomes)),
  /** When the citizen said that it is solved; null unless they did. */
  confirmedAt: z.nullable(Instant),
  /** Until when the citizen may ask oversight for a review; null where there is none to ask for. */
  appealUntil: z.nullable(Instant),
  /** The known issue that it was gathered into: its updates are for this citizen too. */
  knownIssue: z.nullable(Named),
  /** Files of the submission; later files are at their step of the history. */
  attachments: z.array(Attachment),
  history: z.array(HistoryEntry),
});
export type Complaint = z.infer<typeof Complaint>;

/** The key of a submission, which may be repeated and happens once. */
export const submissionHeaders = z.object({
  'idempotency-key': z.optional(
    z.string().check(z.minLength(8, programMessage.key), z.maxLength(100, programMessage.key)),
  ),
});

/** `promise`: the signature of the log that the complaint will be in it, until its receipt is there. */
export const FiledComplaint = z.extend(Complaint, { promise: z.string() });
export type FiledComplaint = z.infer<typeof FiledComplaint>;

/** A recording alone is a complaint. With an `Idempotency-Key` the same key of the same citizen gives the same complaint, once. */
export const submitComplaint = endpoint({
  route: 'POST /complaint',
  summary: 'File a complaint',
  access: ['citizen'],
  headers: submissionHeaders,
  form: NewComplaint,
  formWith: { audio: SpokenComplaint },
  files: { files: mediaRule, audio: audioRule },
  uploads: true,
  reply: FiledComplaint,
  status: 201,
  errors: ['CONFLICT'],
});

export const listComplaints = endpoint({
  route: 'GET /complaint',
  summary: 'The citizen’s own complaints',
  access: ['citizen'],
  query: z.object({
    q: optionalText(100),
    status: z.optional(z.enum(statuses, { error: message.invalid })),
    category: z.optional(Id),
    sort: z._default(Sort, 'latest'),
    ...pageQuery,
  }),
  reply: page(ComplaintSummary),
});

export const ComplaintCounts = z.object({
  Resolved: z.number(),
  Processing: z.number(),
  Pending: z.number(),
  Canceled: z.number(),
  total: z.number(),
  /** Resolved without a survey. */
  surveysToTake: z.number(),
  /** Questions of an MDA that wait for the citizen. */
  answersToGive: z.number(),
  /** A complaint with such a question. */
  complaintToAnswer: z.nullable(z.string()),
  /** Complaints with something new to read; a question that waits for its answer is counted there alone. */
  updatesToRead: z.number(),
  /** One of them. */
  complaintToRead: z.nullable(z.string()),
});
export type ComplaintCounts = z.infer<typeof ComplaintCounts>;

export const countComplaints = endpoint({
  route: 'GET /complaint/counts',
  summary: 'How many complaints the citizen has in each status',
  access: ['citizen'],
  reply: ComplaintCounts,
});

export const getComplaint = endpoint({
  route: 'GET /complaint/{id}',
  summary: 'One complaint of the citizen, with its history',
  access: ['citizen'],
  guest: true,
  params: IdParams,
  reply: Complaint,
});

/** Properties shared by steps with files. Schemas are in each call: there the portal's build leaves them out. */
const stepWithFiles = {
  access: ['citizen'],
  guest: true,
  files: { files: mediaRule },
  uploads: true,
  errors: ['NOT_FOUND', 'STATE_FORBIDS', 'CONFLICT'],
} as const;

const Reopening = z.object({ id: Id, reason: text(limit.textMax) });
export const reopenComplaint = endpoint({
  route: 'PUT /complaint/reopen-complaint',
  summary: 'Re-open a resolved complaint',
  body: Reopening,
  form: Reopening,
  headers: submissionHeaders,
  reply: Complaint,
  ...stepWithFiles,
});

export const withdrawComplaint = endpoint({
  route: 'PUT /complaint/withdraw-complaint',
  summary: 'Withdraw an open complaint',
  access: ['citizen'],
  guest: true,
  body: z.object({ id: Id, reason: optionalText(limit.textMax) }),
  reply: Complaint,
  errors: ['NOT_FOUND', 'STATE_FORBIDS'],
});

export const confirmResolution = endpoint({
  route: 'PUT /complaint/confirm-resolution',
  summary: 'Say that a resolved complaint is solved, or take that back',
  access: ['citizen'],
  guest: true,
  body: z.object({ id: Id, solved: z.boolean({ error: message.required }) }),
  reply: Complaint,
  errors: ['NOT_FOUND', 'STATE_FORBIDS'],
});

export const appealComplaint = endpoint({
  route: 'PUT /complaint/appeal',
  summary: 'Ask oversight to review a rejection, or what was re-opened and resolved again',
  access: ['citizen'],
  guest: true,
  body: z.object({ id: Id, reason: text(limit.textMax) }),
  reply: Complaint,
  errors: ['NOT_FOUND', 'STATE_FORBIDS', 'CONFLICT'],
});

const Answer = z.object({ id: Id, text: text(limit.textMax) });
export const answerComplaint = endpoint({
  route: 'PUT /complaint/answer-complaint',
  summary: 'Answer the question of the MDA',
  body: Answer,
  form: Answer,
  headers: submissionHeaders,
  reply: Complaint,
  ...stepWithFiles,
});

export const addEvidence = endpoint({
  route: 'PUT /complaint/add-evidence',
  summary: 'Add files to an open complaint',
  form: z.object({ id: Id, text: optionalText(limit.textMax) }),
  headers: submissionHeaders,
  reply: Complaint,
  ...stepWithFiles,
});

export const takeSurvey = endpoint({
  route: 'POST /survey',
  summary: 'Answer the satisfaction survey, once for each resolution',
  access: ['citizen'],
  guest: true,
  body: NewSurvey,
  repeat: 'read',
  reply: Survey,
  status: 201,
  errors: ['NOT_FOUND', 'STATE_FORBIDS', 'CONFLICT'],
});
