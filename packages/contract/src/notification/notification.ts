import * as z from 'zod/mini';
import { IdParams, Instant, page, pageQuery } from '../core/common.ts';
import { endpoint } from '../core/endpoint.ts';

export const Notification = z.object({
  id: z.string(),
  complaintId: z.string(),
  title: z.string(),
  body: z.string(),
  time: Instant,
  read: z.boolean(),
});
export type Notification = z.infer<typeof Notification>;

export const listNotifications = endpoint({
  method: 'GET',
  path: '/notification',
  summary: 'The citizen’s notifications, newest first',
  access: ['citizen'],
  query: z.object(pageQuery),
  reply: z.extend(page(Notification), { unread: z.number() }),
});

/** The specification marks by GET; PUT does the same. Idempotent, own rows only, Bearer only. */
export const markNotificationByGet = endpoint({
  method: 'GET',
  path: '/notification/mark-as-read/{id}',
  summary: 'Mark a notification as read',
  access: ['citizen'],
  params: IdParams,
  reply: Notification,
  errors: ['NOT_FOUND'],
});
export const markNotification = endpoint({ ...markNotificationByGet, method: 'PUT' });

/** Each new notification as it happens, as server-sent events; a comment line keeps the line open. */
export const streamNotifications = endpoint({
  method: 'GET',
  path: '/notification/stream',
  summary: 'New notifications, live',
  access: ['citizen'],
  reply: Notification,
  stream: true,
});
