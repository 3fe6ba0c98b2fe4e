import * as z from 'zod/mini';
import { Id, IdParams, Instant, lineText, Named, optionalText } from '../core/fields.ts';
import { limit } from '../core/limit.ts';
import { endpoint } from '../core/endpoint.ts';

/** Least number of followers that the public reads. */
export const followersFrom = 5;
/** Limit of known issues shown while a title is typed. */
export const mostAlike = 3;

export const issueStates = ['open', 'solved'] as const;

/** An issue that several people reported, as the MDA published it. */
export const KnownIssue = z.object({
  id: z.string(),
  mda: Named,
  title: z.string(),
  text: z.string(),
  state: z.enum(issueStates),
  /** The day by which the MDA wants to have solved it. */
  promisedDate: z.nullable(z.string()),
  /** Its area, with the areas around it; null for anywhere. */
  area: z.nullable(Named),
  createdDate: Instant,
  closedDate: z.nullable(Instant),
  /** How many people reported or follow it; null below `followersFrom`. */
  followers: z.nullable(z.number()),
  /** The newest first. */
  updates: z.array(z.object({ text: z.string(), time: Instant })),
});
export type KnownIssue = z.infer<typeof KnownIssue>;

/** Sent in the body, so that typed words appear in no address. */
export const findKnownIssues = endpoint({
  route: 'POST /public/known-issue',
  summary: 'Open known issues of an MDA that a title may be about',
  access: 'public',
  mayLag: true,
  body: z.object({
    mda: Id,
    title: lineText(limit.titleMax, limit.titleMin),
    /** The code of an area: issues of other areas are left out then. */
    area: optionalText(40),
  }),
  reply: z.array(KnownIssue),
});

export const getKnownIssue = endpoint({
  route: 'GET /public/known-issue/{id}',
  summary: 'One known issue with its updates',
  access: 'public',
  mayLag: true,
  params: IdParams,
  reply: KnownIssue,
});

/** Those in which a complaint of the caller was gathered are among them. */
export const listFollowedIssues = endpoint({
  route: 'GET /known-issue',
  summary: 'The known issues that the caller follows',
  access: ['citizen'],
  reply: z.array(KnownIssue),
});

export const followKnownIssue = endpoint({
  route: 'PUT /known-issue/{id}/follower',
  summary: 'Follow a known issue: each update comes as a notification and a mail',
  access: ['citizen'],
  params: IdParams,
  reply: undefined,
});

export const unfollowKnownIssue = endpoint({
  ...followKnownIssue,
  route: 'DELETE /known-issue/{id}/follower',
  summary: 'Follow a known issue no longer',
});
