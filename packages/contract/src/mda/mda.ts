import * as z from 'zod/mini';
import { identityAccesses } from '../complaint/identity.ts';
import { IdParams, Named } from '../core/fields.ts';
import { endpoint } from '../core/endpoint.ts';
import { anyRole } from '../core/role.ts';

/** The MDA of a complaint whose citizen does not know which one: oversight finds it. No list of MDAs holds it. */
export const unknownMda = '00000000-0000-0000-0000-000000000000';

export const CommitteeMember = z.extend(Named, { phone: z.string(), email: z.string() });
export const Mda = z.extend(Named, {
  logo: z.nullable(z.string()),
  /** 1: a complaint names a jurisdiction, where the MDA has any. */
  isJurisdictionAllowed: z.number(),
  /** Staff who see the name and contact data of a named citizen. */
  identityAccess: z.enum(identityAccesses),
  committee: z.array(CommitteeMember),
});
export type Mda = z.infer<typeof Mda>;

export const listMdas = endpoint({
  route: 'GET /mda',
  summary: 'All MDAs with their committees',
  access: anyRole,
  mayLag: true,
  scope: 'complaint:read',
  reply: z.array(Mda),
});

/** Percent of yes among those who answered, and among all: the others meaning no, or yes. */
export const ConfirmedRates = z.object({ answered: z.number(), rate: z.number(), worst: z.number(), best: z.number() });
export type ConfirmedRates = z.infer<typeof ConfirmedRates>;

export const MdaStat = z.object({
  mdas_id: z.string(),
  mdas_name: z.string(),
  mdas_logoUrl: z.nullable(z.string()),
  mdas_isJurisdictionAllowed: z.number(),
  totalComplaints: z.number(),
  resolvedComplaints: z.number(),
  /** Citizens' confirmations of complaints resolved in the newest public month; null for too few answers. */
  confirmed: z.nullable(z.extend(ConfirmedRates, { month: z.string() })),
});
export type MdaStat = z.infer<typeof MdaStat>;

/** `standsOut`: the share resolved differs from that of all MDAs by more than chance explains. */
export const RankedMda = z.extend(MdaStat, { standsOut: z.boolean() });
export type RankedMda = z.infer<typeof RankedMda>;

export const getMdaStats = endpoint({
  route: 'GET /mda/stats',
  summary: 'Volumes of every MDA, the best three and the last three',
  access: anyRole,
  mayLag: true,
  reply: z.object({
    mdaStats: z.array(MdaStat),
    top3MDAs: z.array(RankedMda),
    lowest3MDAs: z.array(RankedMda),
  }),
});

export const Jurisdiction = z.object({ id: z.string(), jurisdiction: z.object({ name: z.string() }) });
export type Jurisdiction = z.infer<typeof Jurisdiction>;

export const listJurisdictions = endpoint({
  route: 'GET /mda/get-jurisdictions/{id}',
  summary: 'The jurisdictions of an MDA',
  access: anyRole,
  mayLag: true,
  params: IdParams,
  reply: z.array(Jurisdiction),
});

export const MdaSummary = z.object({
  mda: Named,
  year: z.number(),
  totalReports: z.number(),
  resolvedReports: z.number(),
  unResolvedReports: z.number(),
  monthlyComplaints: z.array(
    z.object({
      month: z.number(),
      totalComplaints: z.number(),
      /** The true count. Where a month lacks it, see `resolvedInMonth`. */
      resolvedComplaints: z.optional(z.number()),
    }),
  ),
});
export type MdaSummary = z.infer<typeof MdaSummary>;

/** The reports of one year, this year unless named. */
export const getMdaSummary = endpoint({
  route: 'GET /mda/{id}/summary',
  summary: 'The monthly report of an MDA',
  access: anyRole,
  mayLag: true,
  params: IdParams,
  query: z.object({ year: z.optional(z.coerce.number().check(z.int(), z.gte(2000), z.lte(2100))) }),
  reply: MdaSummary,
});

/** Resolved in a month: the true count, else the month's total times the overall ratio (specification section 2). */
export function resolvedInMonth(summary: MdaSummary, month: MdaSummary['monthlyComplaints'][number]): number {
  if (month.resolvedComplaints !== undefined) return month.resolvedComplaints;
  if (summary.totalReports === 0) return 0;
  return Math.round((month.totalComplaints * summary.resolvedReports) / summary.totalReports);
}

/** Percent of complaints resolved; null where there are none to count. */
export function responseRate(stat: { totalComplaints: number; resolvedComplaints: number }): number | null {
  if (stat.totalComplaints === 0) return null;
  return Math.round((stat.resolvedComplaints / stat.totalComplaints) * 100);
}

export const Contact = z.object({
  id: z.string(),
  name: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  mda: z.string(),
});
export type Contact = z.infer<typeof Contact>;

/** One row a committee member; an MDA without members is one row without a name. */
export const listContacts = endpoint({
  route: 'GET /users/customer-support',
  summary: 'Customer support contacts',
  access: ['citizen'],
  mayLag: true,
  reply: z.array(Contact),
});
