import * as z from 'zod/mini';
import { ComplaintLink } from '../complaint/desk.ts';
import { Day, Instant, Named, optionalText, page, pageQuery, RequiredPhone, text } from '../core/fields.ts';
import { endpoint } from '../core/endpoint.ts';
import { limit } from '../core/limit.ts';
import { message } from '../core/message.ts';
import { counterRoles, mdaRoles } from '../core/role.ts';
import { mediaRule, submissionHeaders } from '../complaint/complaint.ts';
import { guestContact, NewComplaint } from '../complaint/complaint-fields.ts';
import { GuestReceipt } from './guest-complaint.ts';
import { identityLevels } from '../complaint/identity.ts';
import { counterSources, statuses } from '../complaint/state.ts';

const wanted = (issue: { readonly input?: unknown }) => (issue.input ? message.invalid : message.required);

/** A complaint that staff file for somebody who came, called or wrote. */
export const CounterComplaint = z.extend(z.omit(NewComplaint, { callPhone: true }), {
  identity: z.enum(identityLevels, { error: wanted }),
  ...guestContact,
  source: z.enum(counterSources, { error: wanted }),
  /** The day a letter came; the deadlines count from it. Absent: today. */
  receivedOn: z.optional(z.union([z.literal(''), Day])),
  /** They heard it read back and agree that it is filed. */
  consent: z.literal('true', { error: message.required }),
});
export type CounterComplaint = z.infer<typeof CounterComplaint>;

/** The same key gives the same complaint, and its code until the citizen changes it. */
export const fileForSomebody = endpoint({
  route: 'POST /desk/filed',
  summary: 'File a complaint for somebody who came, called or wrote',
  access: counterRoles,
  headers: submissionHeaders,
  form: CounterComplaint,
  files: { files: mediaRule },
  reply: GuestReceipt,
  status: 201,
  errors: ['CONFLICT'],
});

/** What an agent reads of a complaint that their centre filed. */
const FiledRow = z.object({
  id: z.string(),
  trackingId: z.string(),
  title: z.string(),
  mda: Named,
  status: z.enum(statuses),
  submittedDate: Instant,
  /** The newest public reply. */
  reply: z.nullable(z.string()),
});
export type FiledRow = z.infer<typeof FiledRow>;

/** Without those whose citizens changed the receipt code. */
export const listFiled = endpoint({
  route: 'GET /desk/filed',
  summary: 'The complaints that the centre of the agent filed',
  access: ['agent'],
  query: z.object({
    /** The end of a tracking ID, or a telephone number. */
    q: optionalText(100),
    ...pageQuery,
  }),
  reply: page(FiledRow),
});

/** Named complaints alone, at most ten look-ups an hour; each is recorded. */
export const findCaller = endpoint({
  route: 'POST /desk/caller',
  summary: 'Find complaints of the officer’s MDA by the exact telephone number of their citizen',
  access: mdaRoles,
  body: z.object({ phone: RequiredPhone }),
  reply: z.array(ComplaintLink),
});

/** For whoever is about to file: the same may be known already. */
export const listSimilarToText = endpoint({
  route: 'POST /desk/similar',
  summary: 'At most ten complaints of the officer’s MDA like a text',
  access: mdaRoles,
  body: z.object({ text: text(limit.titleMax + limit.textMax) }),
  reply: z.array(ComplaintLink),
});
