import * as z from 'zod/mini';
import { Complaint } from './complaint.ts';
import { identityLevels } from './identity.ts';
import { Leave } from '../account/leave.ts';
import { HistoryEntry, MessageDelivery, timerKinds } from './history-entry.ts';
import { IdParams, Instant, Moment, Named, optionalText, page, pageQuery } from '../core/fields.ts';
import { endpoint } from '../core/endpoint.ts';
import { filterFields, yes } from './filter.ts';
import { actions, priorities, recusalCauses, sources, states, statuses } from './state.ts';
import { message } from '../core/message.ts';
import { readerRoles } from '../core/role.ts';

/** What an office puts on a complaint for its own work. */
const Marks = z.object({
  priority: z.enum(priorities),
  tags: z.array(z.string()),
  /** `2026-05-04`; null where nobody follows it up. */
  followUpOn: z.nullable(z.string()),
  /** The unit of the MDA that works on it. */
  unit: z.nullable(Named),
});

export const DeskComplaintSummary = z.object({
  id: z.string(),
  trackingId: z.string(),
  title: z.string(),
  category: Named,
  mda: Named,
  jurisdiction: z.nullable(Named),
  /** Name of the jurisdiction or else of the area. */
  place: z.nullable(z.string()),
  identity: z.enum(identityLevels),
  /** First name and initial, or the made-up name: a list never tells more. */
  citizen: z.object({ name: z.string() }),
  state: z.enum(states),
  status: z.enum(statuses),
  cycle: z.number(),
  assignee: z.nullable(Named),
  submittedDate: Instant,
  updatedAt: Instant,
  /** When the next of the SLA timers is due, and which; null while they are paused or stopped. */
  dueAt: z.nullable(Instant),
  dueTimer: z.nullable(z.enum(timerKinds)),
  /** When the pause of the SLA timer ends at the latest. */
  pausedUntil: z.nullable(Instant),
  /** The heads of the MDA know of it. */
  escalated: z.boolean(),
  /** Since when words of the citizen wait for an answer; null where none do. */
  citizenWroteAt: z.nullable(Instant),
  offeredTo: z.nullable(Named),
  hasFiles: z.boolean(),
  /** How many complaints, as far as the reader may see them, are merged into it. */
  merged: z.number(),
  ...Marks.shape,
  /** Set where the list gathers complaints that look alike: the first of them, and how many people filed them. */
  stack: z.optional(z.object({ leader: z.string(), people: z.number() })),
  version: z.number(),
});
export type DeskComplaintSummary = z.infer<typeof DeskComplaintSummary>;

export const listDeskComplaints = endpoint({
  route: 'GET /desk/complaint',
  summary: 'The complaints of the officer’s MDA',
  access: readerRoles,
  scope: 'complaint:read',
  query: z.object({
    ...filterFields,
    /** The end of a tracking ID, the shown name, or words. */
    q: optionalText(100),
    /** With `due` the order is by due date. */
    sort: z._default(z.enum(['due', 'latest', 'oldest'], { error: message.invalid }), 'due'),
    /** For programs: those changed since, in any state unless `state` says which, in the order of the change. */
    updatedSince: z.optional(Moment),
    /** Complaints that look alike follow the first and count as one row of the page. Not with words. */
    together: yes,
    ...pageQuery,
  }),
  reply: z.object({
    ...page(DeskComplaintSummary).shape,
    corrected: z.optional(
      z.string().check(z.describe('The words searched instead, where nothing matches the typed ones.')),
    ),
  }),
});

/** As the list counts them: complaints that match, however many pages they fill. */
export const totalDeskComplaints = endpoint({
  route: 'GET /desk/complaint/total',
  summary: 'How many complaints a filter or a search finds',
  access: readerRoles,
  scope: 'complaint:read',
  query: z.object({ ...filterFields, q: optionalText(100) }),
  reply: z.object({ total: z.number() }),
});

export const DeskCounts = z.object({
  mine: z.number(),
  /** Those of `mine` to be followed up today, or since an earlier day. */
  followUp: z.number(),
  /** Those of `mine` where the citizen waits for an answer. */
  toAnswer: z.number(),
  unassigned: z.number(),
  dueToday: z.number(),
  overdue: z.number(),
  withCitizen: z.number(),
  reopened: z.number(),
  open: z.number(),
  resolved: z.number(),
  /** Transfers that wait for an answer of the caller's MDA; for oversight, of any. */
  offered: z.number(),
  /** Transfers declined twice and appeals, which oversight decides. */
  undecided: z.number(),
  escalated: z.number(),
  /** Complaints where a colleague waits for the caller's approval; none for callers who may not decide. */
  toApprove: z.number(),
});
export type DeskCounts = z.infer<typeof DeskCounts>;

export const countDeskComplaints = endpoint({
  route: 'GET /desk/complaint/counts',
  summary: 'How long each queue of the officer’s MDA is',
  access: readerRoles,
  scope: 'complaint:read',
  reply: DeskCounts,
});

/** A colleague who has a complaint open. Sent every ten seconds; after a longer silence they count as gone. */
export const Presence = z.object({
  complaint: z.string(),
  person: Named,
  /** False when they close it. */
  open: z.boolean(),
  writing: z.nullable(z.enum(['reply', 'note'])),
});
export type Presence = z.infer<typeof Presence>;

/** Live events for the desk; each part is present where it applies. */
export const DeskUpdates = z.object({
  /** Complaints that came in or changed; an empty list: any may have. */
  complaints: z.optional(z.array(z.string())),
  /** The caller's own notifications came in, or were read elsewhere. */
  notifications: z.optional(z.boolean()),
  presence: z.optional(Presence),
});
export type DeskUpdates = z.infer<typeof DeskUpdates>;

/** Changes in the officer's MDA as server-sent events. Several may come together. */
export const streamDesk = endpoint({
  route: 'GET /desk/stream',
  summary: 'Which complaints of the officer’s MDA change, live',
  access: readerRoles,
  reply: DeskUpdates,
  stream: true,
});

/** One of the three SLA timers of the present cycle. */
export const DeskTimer = z.object({
  kind: z.enum(timerKinds),
  /** How many working days there were; of an emergency, days round the clock with fractions. */
  days: z.number(),
  /** Null while it rests, or when it was met. */
  dueAt: z.nullable(Instant),
  state: z.enum(['running', 'paused', 'met', 'stopped']),
  /** Percent of its time that has gone; more than 100 when it is late. */
  percent: z.number(),
});
export type DeskTimer = z.infer<typeof DeskTimer>;

/** A complaint as another one names it. */
export const ComplaintLink = z.object({
  id: z.string(),
  trackingId: z.string(),
  title: z.string(),
  state: z.enum(states),
  status: z.enum(statuses),
  submittedDate: Instant,
});
export type ComplaintLink = z.infer<typeof ComplaintLink>;

/** The citizen of a complaint, for staff who may see them. */
export const Identity = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  /** Why the reader sees it: by the setting of the MDA, or because a second person approved. */
  because: z.enum(['assignee', 'supervisor', 'open', 'approved']),
  /** When it is masked again; null where no time ends it. */
  until: z.nullable(Instant),
});
export type Identity = z.infer<typeof Identity>;

/** Somebody who asks to see it, and waits. */
export const IdentityRequest = z.object({ by: Named, at: Instant, reason: z.nullable(z.string()) });

/** A rejection that somebody proposed, until another person approves or returns it. */
export const ProposedRejection = z.object({
  by: Named,
  at: Instant,
  reason: z.nullable(z.string()),
  /** Message to the citizen. */
  text: z.nullable(z.string()),
});
export type ProposedRejection = z.infer<typeof ProposedRejection>;

/** A recused member of staff: the complaint is about or mentions them. */
export const Recusal = z.object({
  ...Named.shape,
  since: Instant,
  why: z.enum(recusalCauses),
  /** The person who recused them or confirmed the mention; null while a mention is undecided. */
  decidedBy: z.nullable(z.string()),
  reason: z.nullable(z.string()),
});
export type Recusal = z.infer<typeof Recusal>;

export const DeskComplaint = z.object({
  ...Complaint.shape,
  assignee: z.nullable(z.extend(Named, { leave: z.nullable(Leave) })),
  ...Marks.shape,
  version: z.number(),
  source: z.enum(sources),
  /** The member of staff who filed it for the citizen. */
  filedBy: z.nullable(z.string()),
  citizen: z.object({
    /** First name and initial. */
    name: z.string(),
    /** How an answer addresses them. */
    firstName: z.string(),
    /** Complaints of this citizen to this MDA before this one. */
    complaintsBefore: z.number(),
    /** The full name and the contact data, as long as the caller may see them. */
    identity: z.nullable(Identity),
    /** The last mail to them was refused for good: they read news in the portal alone. */
    mailRefused: z.boolean(),
    /**
     * How they are told of news: `portal` where they look for themselves, `stopped` where they ended messages. The last three: their
     * 24 hours on WhatsApp are over, and an approved template, an SMS or nothing is sent.
     */
    reach: z.enum([
      'mail',
      'phone',
      'stopped',
      'portal',
      'whatsapp',
      'whatsappTemplate',
      'whatsappSms',
      'whatsappOver',
    ]),
    /** The SMS that an answer sends them, in their language; null where none is sent. */
    sms: z.nullable(z.string()),
    identityRequests: z.array(IdentityRequest),
  }),
  deliveries: z.array(MessageDelivery),
  /** Every step, internal notes included. */
  history: z.array(HistoryEntry),
  /** The actions that state and role allow now. */
  allowed: z.array(z.enum(actions)),
  timers: z.array(DeskTimer),
  /** How often `extend` was used in this cycle. */
  extensions: z.number(),
  escalated: z.boolean(),
  offeredTo: z.nullable(Named),
  /** For the MDA that has it and for oversight. */
  rejection: z.nullable(ProposedRejection),
  /** The parent (null too when it went to another MDA) and the duplicates. */
  parent: z.nullable(ComplaintLink),
  merged: z.array(ComplaintLink),
  /** Recused staff, who do not see it; for supervisors and oversight alone. */
  recusedStaff: z.array(Recusal),
});
export type DeskComplaint = z.infer<typeof DeskComplaint>;

export const getDeskComplaint = endpoint({
  route: 'GET /desk/complaint/{id}',
  summary: 'One complaint with history, notes and citizen',
  access: readerRoles,
  scope: 'complaint:read',
  params: IdParams,
  reply: DeskComplaint,
});

export const reportPresence = endpoint({
  route: 'POST /desk/complaint/{id}/presence',
  summary: 'Tell colleagues that the caller has a complaint open',
  access: readerRoles,
  params: IdParams,
  body: z.object({ open: z.boolean(), writing: Presence.shape.writing }),
  reply: undefined,
});

/** Complaints of the same MDA that speak of the same thing: those of the time within 500 m, then the likest first. */
export const listSimilarComplaints = endpoint({
  route: 'GET /desk/complaint/{id}/similar',
  summary: 'At most ten complaints like this one',
  access: readerRoles,
  scope: 'complaint:read',
  params: IdParams,
  reply: z.array(ComplaintLink),
});

/** The newest first, at most fifty. */
export const listEarlierComplaints = endpoint({
  route: 'GET /desk/complaint/{id}/earlier',
  summary: 'Earlier complaints of this citizen to this MDA',
  access: readerRoles,
  scope: 'complaint:read',
  params: IdParams,
  reply: z.array(ComplaintLink),
});

/** Reasons that a rejection may be proposed for. 'Not our office' is none: such a complaint is transferred. */
export const rejectReasons = [
  'The same matter has already been answered.',
  'The complaint does not say enough to act on, and no answer came.',
  'The matter is before a court.',
  'The complaint asks for something that the law does not allow.',
  'The text is abusive.',
] as const;
