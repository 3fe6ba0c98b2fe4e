import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** Names and settings of an installation. */
export const PortalSettings = z.object({
  productName: z.string(),
  supportEmail: z.string(),
  supportPhone: z.nullable(z.string()),
  mdaPortalUrl: z.string(),
  copyright: z.string(),
  /** Which complaints may be translated by a machine. */
  translation: z.enum(['none', 'not-anonymous', 'all']),
  /** Whether places can be chosen on the operator's map. */
  map: z.boolean(),
  /** Whether people may register and log in by a telephone number; absent: no. */
  phoneAccounts: z.optional(z.boolean()),
  /** The provider that staff can sign in with, by its name; null: none. */
  signInProvider: z.nullable(z.string()),
  /** Share of answers that confirm a solution in the newest public month; null: too few. */
  confirmed: z.nullable(z.object({ month: z.string(), of100: z.number() })),
  /** The month whose public numbers come out next. */
  nextMonth: z.string(),
});
export type PortalSettings = z.infer<typeof PortalSettings>;

export const getPortalSettings = endpoint({
  route: 'GET /portal',
  summary: 'The names and addresses of this installation',
  access: 'public',
  reply: PortalSettings,
});
