import * as z from 'zod/mini';
import { bulkMax } from '../complaint/bulk.ts';
import { Day, Id, IdParams, lineText, Named, text, Version } from '../core/fields.ts';
import { limit } from '../core/limit.ts';
import { endpoint } from '../core/endpoint.ts';
import { message, staffMessage } from '../core/message.ts';
import { mdaRoles } from '../core/role.ts';
import { KnownIssue } from './known-issue.ts';

/** A known issue as staff read it: with its owner and the exact number of followers. */
export const DeskKnownIssue = z.object({
  ...KnownIssue.shape,
  followers: z.number(),
  owner: Named,
  version: z.number(),
});
export type DeskKnownIssue = z.infer<typeof DeskKnownIssue>;

export const listKnownIssues = endpoint({
  route: 'GET /desk/known-issue',
  summary: 'The known issues of the caller’s MDA, open ones first',
  access: mdaRoles,
  reply: z.array(DeskKnownIssue),
});

/** Far more complaints of a kind than by this hour on eight such weekdays. */
export const Burst = z.object({
  category: Named,
  area: z.nullable(Named),
  /** The day (UTC). */
  day: z.string(),
  /** How many the caller may see by now. */
  count: z.number(),
  /** How many had come by this hour when it was noticed, on average. */
  usual: z.number(),
});
export type Burst = z.infer<typeof Burst>;

export const listBursts = endpoint({
  route: 'GET /desk/burst',
  summary: 'Far more complaints of one kind than usual that came in today',
  access: ['supervisor'],
  reply: z.array(Burst),
});

const complaints = z
  .array(Id, { error: message.required })
  .check(z.minLength(1, message.required), z.maxLength(bulkMax, staffMessage.tooMany));

const fields = {
  title: lineText(limit.titleMax, limit.titleMin),
  text: text(limit.textMax),
  /** A member of the MDA’s staff, who looks after it. */
  owner: Id,
  promisedDate: z.optional(z.nullable(Day)),
  /** The code of the area where it is. */
  area: z.optional(
    z.nullable(
      z.string({ error: message.invalid }).check(z.minLength(1, message.required), z.maxLength(40, message.tooLong)),
    ),
  ),
};
export const KnownIssueFields = z.object(fields);
export const NewKnownIssue = z.object({ ...fields, complaints });
export type NewKnownIssue = z.infer<typeof NewKnownIssue>;

/** The public reads only the supervisor's text here: no text of the complaints is copied. */
export const createKnownIssue = endpoint({
  route: 'POST /desk/known-issue',
  summary: 'Publish a known issue out of complaints of the MDA',
  access: ['supervisor'],
  body: NewKnownIssue,
  reply: DeskKnownIssue,
  status: 201,
});

export const updateKnownIssue = endpoint({
  route: 'PATCH /desk/known-issue/{id}',
  summary: 'Change an open known issue',
  access: ['supervisor'],
  params: IdParams,
  body: z.object({ ...z.partial(KnownIssueFields).shape, version: Version }),
  reply: DeskKnownIssue,
  errors: ['NOT_FOUND', 'CONFLICT', 'VERSION_CONFLICT'],
});

export const gatherComplaints = endpoint({
  route: 'PUT /desk/known-issue/{id}/complaint',
  summary: 'Add complaints of the MDA to an open known issue',
  access: mdaRoles,
  params: IdParams,
  body: z.object({ complaints }),
  reply: DeskKnownIssue,
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const NewIssueUpdate = z.object({ text: text(limit.textMax), solved: z.optional(z.boolean()) });

export const addIssueUpdate = endpoint({
  route: 'POST /desk/known-issue/{id}/update',
  summary: 'Tell followers the news of an open known issue, or that it is solved',
  access: ['supervisor'],
  params: IdParams,
  body: NewIssueUpdate,
  reply: DeskKnownIssue,
  status: 201,
  errors: ['NOT_FOUND', 'CONFLICT'],
});
