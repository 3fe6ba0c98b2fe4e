import * as z from 'zod/mini';
import { Id, Named, SpanDay, TableFormat } from '../core/fields.ts';
import { sources } from '../complaint/state.ts';
import { ConfirmedRates } from './mda.ts';
import { SlaTargets } from './mda-desk.ts';
import { endpoint } from '../core/endpoint.ts';
import { message } from '../core/message.ts';

/** Supervisors report on their own MDA, oversight on one or all of them. */
const reportRoles = ['supervisor', 'oversight'] as const;

/** The least complaints behind a mean, median or share. Of fewer, a figure would tell of single complaints and people. */
export const measuredMin = 5;
/** Upper limits in days of the backlog's age groups; the last group is open. */
export const backlogDays = [7, 30, 90] as const;
/** The longest span of one report, in days: five years. */
export const reportDaysMax = 1827;

const day = z.optional(z.union([z.literal(''), SpanDay], { error: message.invalid }));
const span = {
  /** First and last day of submission, both included; by default the last twelve months. */
  from: day,
  to: day,
  /** For oversight: one MDA instead of all. */
  mda: z.optional(z.union([z.literal(''), Id], { error: message.invalid })),
};

/** How one of the three promises was kept. */
export const Kept = z.object({
  /** Percentage met in time; open and late complaints count as missed. */
  onTime: z.nullable(z.number()),
  /** Half were faster; in days, nights and holidays included. */
  days: z.nullable(z.number()),
});

/** Complaints filed in the span, as they stand today; null for figures from fewer than `measuredMin`. */
export const Measures = z.object({
  received: z.number(),
  open: z.number(),
  /** Open complaints whose next timer is late, counted as the queue of late ones does. */
  late: z.number(),
  resolved: z.number(),
  rejected: z.number(),
  withdrawn: z.number(),
  /** Citizens' latest confirmations of complaints ever resolved; null for too few answers. */
  confirmed: z.nullable(ConfirmedRates),
  /** Complaints that came back after they were resolved. */
  reopened: z.number(),
  kept: z.object({ acknowledge: Kept, reply: Kept, resolve: Kept }),
  /** Percent of those that were ever resolved. */
  reopenRate: z.nullable(z.number()),
  /** From 1 to 5, of the last answer for each complaint. How many answered is hidden with it. */
  satisfaction: z.object({ mean: z.nullable(z.number()), answers: z.nullable(z.number()) }),
});
export type Measures = z.infer<typeof Measures>;

export const ReportMonth = z.object({
  /** YYYY-MM */
  month: z.string(),
  received: z.number(),
  resolved: z.number(),
  rejected: z.number(),
  withdrawn: z.number(),
  /** Percent on time of each promise. */
  onTime: z.object({
    acknowledge: z.nullable(z.number()),
    reply: z.nullable(z.number()),
    resolve: z.nullable(z.number()),
  }),
});
export type ReportMonth = z.infer<typeof ReportMonth>;

/** Measures of a unit or an area, or of complaints without one. */
const OfSome = z.object({ id: z.nullable(z.string()), name: z.nullable(z.string()), measures: Measures });

/** Figures of an officer in the span, whoever has the complaints now. */
const OfficerRecord = z.object({
  /** Null for complaints in nobody's hands. */
  id: z.nullable(z.string()),
  name: z.nullable(z.string()),
  /** Complaints assigned to them in the span. */
  received: z.number(),
  resolved: z.number(),
  /** Complaints of which a timer ran out in the span while they had them. */
  late: z.number(),
  /** Of those that they resolved, the ones that came back. */
  reopened: z.number(),
  /** In percent; null of fewer than `measuredMin`. */
  reopenRate: z.nullable(z.number()),
});
export type OfficerRecord = z.infer<typeof OfficerRecord>;

export const Report = z.object({
  from: z.string(),
  to: z.string(),
  mda: z.nullable(Named),
  total: Measures,
  /** The same days a year before. */
  yearBefore: z.object({ from: z.string(), to: z.string(), total: Measures }),
  /** In working days; of an MDA without its own, the defaults. */
  targets: SlaTargets,
  /** All open complaints, whenever they came in, by days (UTC) since then; null of all MDAs together. */
  backlog: z.nullable(
    z.array(
      z.object({
        toDays: z.nullable(z.number()),
        open: z.number(),
        /** Days of submission, as lists filter by them. */
        filed: z.string(),
      }),
    ),
  ),
  months: z.array(ReportMonth),
  categories: z.array(z.object({ ...Named.shape, measures: Measures })),
  /** Only for one MDA. */
  officers: z.array(OfficerRecord),
  /** Only for an MDA with units; null stands for complaints of no unit. */
  units: z.array(OfSome),
  /** The largest areas; null stands for complaints of none. */
  areas: z.array(OfSome),
  sources: z.array(z.object({ id: z.enum(sources), measures: Measures })),
});
export type Report = z.infer<typeof Report>;

export const getReport = endpoint({
  route: 'GET /desk/report',
  summary: 'How an MDA, or all of them, dealt with what came in during a span of time',
  access: reportRoles,
  scope: 'report:read',
  query: z.object(span),
  reply: Report,
});

export const exportReport = endpoint({
  route: 'GET /desk/report/export',
  summary: 'The complaints behind a report, one line each, without their citizens',
  access: reportRoles,
  reauthRequired: true,
  query: z.object({ ...span, format: z.optional(TableFormat) }),
  reply: undefined,
  download: 'text/csv',
});
