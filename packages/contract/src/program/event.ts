import * as z from 'zod/mini';
import { actions } from '../complaint/lifecycle.ts';
import { endpoint } from '../core/endpoint.ts';
import { Instant } from '../core/fields.ts';
import { message } from '../core/message.ts';
import { readerRoles } from '../core/role.ts';

export const eventTypes = (['submit', ...actions] as const).map((action) => `complaint.${action}` as const);

/** One step of a complaint, without words and names. */
export const ComplaintEvent = z.object({
  /** Always the same for the same event. */
  id: z.string(),
  /** `complaint.` and the action. */
  type: z.string(),
  timestamp: Instant,
  /** `version` is that of the complaint after it. */
  data: z.object({ id: z.string(), trackingId: z.string(), version: z.number() }),
});
export type ComplaintEvent = z.infer<typeof ComplaintEvent>;

export const eventPage = 200;

/** In the order of the log, which skips no event. A page may be empty although more follow. */
export const listEvents = endpoint({
  route: 'GET /events',
  summary: 'What happened to complaints since a place in the log',
  access: readerRoles,
  scope: 'event:read',
  query: z.object({
    /** `next` of the answer before; absent: from the beginning. */
    after: z.optional(z.string().check(z.regex(/^\d{1,15}\.\d{1,15}$/u, message.invalid))),
  }),
  reply: z.object({
    items: z.array(ComplaintEvent),
    next: z.string(),
    /** Whether to ask on at once. */
    more: z.boolean(),
  }),
});
