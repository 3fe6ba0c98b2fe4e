import * as z from 'zod/mini';
import { endpoint } from '../core/endpoint.ts';
import { message } from '../core/message.ts';
import { groups } from './funnel.ts';

const Month = z.string().check(z.regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, message.invalid));

/** Counts of a month, rounded as `roundCount` does. */
export const MonthCounts = z.object({
  /** Filed with the agency, or transferred to it. */
  received: z.number(),
  /** The time to resolve them ended in the month: by a resolution or by running out. */
  due: z.number(),
  /** Complaints due that were resolved in that time; rounded as `roundPart` does. */
  kept: z.number(),
  reopened: z.number(),
  /** Said to be resolved in the month, in time or late. */
  resolved: z.number(),
});
export type MonthCounts = z.infer<typeof MonthCounts>;

/** Citizens' confirmations of complaints resolved in the month, rounded as `roundCount` does. */
const Answers = z.object({
  /** Confirmed by the end of the month. */
  yes: z.number(),
  /** Re-opened or brought before oversight by the end of the month. */
  no: z.number(),
});

export const AgencyNumbers = z.object({
  ...MonthCounts.shape,
  name: z.string(),
  /** Median of the whole working days it had those that it finished or passed on; null for fewer than 20. */
  days: z.nullable(z.number()),
  /** Percent that its mix of categories lets expect in time; null for fewer than 20 that were due. */
  expected: z.nullable(z.number()),
  group: z.nullable(z.enum(groups)),
  /** Among complaints due; empty where sums would reveal a count. */
  categories: z.array(z.object({ name: z.string(), due: z.number() })),
  /** Null where the count of those resolved would tell one of them. */
  answers: z.nullable(Answers),
});
export type AgencyNumbers = z.infer<typeof AgencyNumbers>;

/** The numbers of a month. Written once, never changed. */
export const MonthNumbers = z.object({
  month: z.string(),
  publishedAt: z.string(),
  /** Null where the sum would tell a count of an agency. */
  total: z.object({
    received: z.nullable(z.number()),
    due: z.nullable(z.number()),
    kept: z.nullable(z.number()),
    reopened: z.nullable(z.number()),
    resolved: z.nullable(z.number()),
  }),
  /** Null where nobody is compared. */
  funnel: z.nullable(z.object({ average: z.number(), spread: z.number(), outer: z.number() })),
  /** In the order of the alphabet. */
  agencies: z.array(AgencyNumbers),
  /** What was received from each large area, by name; empty where the total would tell a count. Months before it was counted lack it. */
  areas: z.optional(z.array(z.object({ code: z.string(), name: z.string(), received: z.number() }))),
});
export type MonthNumbers = z.infer<typeof MonthNumbers>;

/** Day of the following month on which the numbers of a month come out. */
export const publishDay = 5;

export const getNumbers = endpoint({
  route: 'GET /numbers',
  summary: 'The public numbers of a month, the newest unless named',
  access: 'public',
  mayLag: true,
  query: z.object({ month: z.optional(Month) }),
  reply: z.object({
    /** Published months, oldest first. */
    months: z.array(z.string()),
    /** The month that comes out next. */
    next: z.string(),
    numbers: z.nullable(MonthNumbers),
  }),
});
