import * as z from 'zod/mini';
import { Id, IdParams, Instant, page, pageQuery } from '../core/fields.ts';
import { endpoint } from '../core/endpoint.ts';
import { readerRoles } from '../core/role.ts';

export const Notification = z.object({
  id: z.string(),
  /** Its subject: a complaint, or a known issue that the citizen follows. */
  complaintId: z.nullable(z.string()),
  knownIssueId: z.optional(z.string()),
  title: z.string(),
  body: z.string(),
  time: Instant,
  read: z.boolean(),
  /** To staff: the id of the history entry that it tells of. */
  step: z.optional(z.string()),
});
export type Notification = z.infer<typeof Notification>;

/** Unread notifications are counted up to here; a bell then says '99+'. */
export const mostUnread = 100;

const access = ['citizen', ...readerRoles] as const;

export const listNotifications = endpoint({
  route: 'GET /notification',
  summary: 'The caller’s notifications, newest first',
  access,
  query: z.object(pageQuery),
  reply: z.extend(page(Notification), { unread: z.number() }),
});

/** The specification marks by GET; PUT does the same. Idempotent, own rows only, Bearer only. */
export const markNotificationByGet = endpoint({
  route: 'GET /notification/mark-as-read/{id}',
  summary: 'Mark a notification as read',
  access: ['citizen'],
  params: IdParams,
  reply: Notification,
});
export const markNotification = endpoint({
  ...markNotificationByGet,
  route: 'PUT /notification/mark-as-read/{id}',
  access,
});

export const markNotifications = endpoint({
  route: 'PUT /notification/mark-as-read',
  summary: 'Mark all notifications as read, or those about one complaint',
  access,
  body: z.object({ complaint: z.optional(Id) }),
  reply: z.object({ unread: z.number() }),
});

/** Announces new notifications by server-sent events; comment lines keep the connection open. Clients read the list first. */
export const streamNotifications = endpoint({
  route: 'GET /notification/stream',
  summary: 'Ids of new notifications, live; none where some may have been missed',
  access: ['citizen'],
  reply: z.object({ id: z.optional(Id) }),
  stream: true,
});
