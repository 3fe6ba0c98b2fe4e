import * as z from 'zod/mini';
import { identityAccesses } from '../complaint/identity.ts';
import { endpoint } from '../core/endpoint.ts';
import { IdParams, Instant, Named, optionalText, Version, VersionText } from '../core/fields.ts';
import { staffRoles } from '../core/role.ts';
import { CurrentPassword } from './account-fields.ts';

/** Changes of what staff can read: role and MDA, a new invitation, a reset of MFA, who sees names at an MDA, wall or members of a unit. */
export const accessActions = ['access', 'invitation', 'mfa-reset', 'identity-access', 'unit'] as const;
export type AccessAction = (typeof accessActions)[number];

/** Consequence of a change: a second person confirms it, others are notified and can undo it, or neither. */
export type AccessWeight = 'confirm' | 'announce' | 'free';

/** What a change makes of an account or MDA, and who asked for it. `role`, `mda` and `disabled` are those of `access`. */
export const WaitingChange = z.object({
  action: z.enum(accessActions),
  role: z.nullable(z.enum(staffRoles)),
  mda: z.nullable(Named),
  disabled: z.boolean(),
  by: Named,
});

/** A change that waits for a second person, or can still be undone. */
export const AccessChange = z.extend(WaitingChange, {
  id: z.string(),
  /** The account, with `identity-access` the MDA, with `unit` the unit. */
  subject: z.extend(Named, { email: z.nullable(z.string()) }),
  identityAccess: z.nullable(z.enum(identityAccesses)),
  at: Instant,
  /** Null: waits for a second person. */
  undoableUntil: z.nullable(Instant),
  /** From then on names are readable to those it concerns. */
  namesFrom: z.nullable(Instant),
  /** That of the account, unit or MDA. */
  version: z.number(),
});
export type AccessChange = z.infer<typeof AccessChange>;

export const undoHours = 72;
const guardianRoles = ['administrator', 'oversight'] as const;
/** Roles that are told when somebody gets to read more; supervisors what concerns their MDA. */
export const accessChangeRoles = ['supervisor', ...guardianRoles] as const;

export const listAccessChanges = endpoint({
  route: 'GET /desk/access-change',
  summary: 'Changes of what staff can read: those that wait, and those that can be undone',
  access: accessChangeRoles,
  reply: z.array(AccessChange),
});

/** Neither the requester nor the person concerned may. Names the version that was seen; password and, with MFA on, a code are asked for. */
export const confirmAccessChange = endpoint({
  route: 'POST /desk/access-change/{id}/confirmation',
  summary: 'Confirm a change of what staff can read, as a second person',
  access: guardianRoles,
  params: IdParams,
  body: z.object({ currentPassword: CurrentPassword, code: optionalText(40), version: Version }),
  reply: z.array(AccessChange),
  errors: ['CONFLICT', 'VERSION_CONFLICT', 'CODE_INVALID'],
});

export const declineAccessChange = endpoint({
  route: 'DELETE /desk/access-change/{id}/confirmation',
  summary: 'Decline a change that waits, or withdraw an own one',
  access: guardianRoles,
  params: IdParams,
  query: z.object({ version: VersionText }),
  reply: z.array(AccessChange),
  errors: ['CONFLICT', 'VERSION_CONFLICT'],
});

export const undoAccessChange = endpoint({
  route: 'POST /desk/access-change/{id}/undo',
  summary: 'Undo a change that let somebody read more, within 72 hours',
  access: accessChangeRoles,
  params: IdParams,
  body: z.object({ version: Version }),
  reply: z.array(AccessChange),
  errors: ['VERSION_CONFLICT'],
});
