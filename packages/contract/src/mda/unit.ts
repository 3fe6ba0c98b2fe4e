import * as z from 'zod/mini';
import { Id, IdParams, lineText, Named, Version } from '../core/fields.ts';
import { endpoint } from '../core/endpoint.ts';
import { limit } from '../core/limit.ts';
import { message } from '../core/message.ts';
import { mdaRoles } from '../core/role.ts';

/** A branch or team of an MDA, by which it shares out its complaints. */
export const Unit = z.object({
  ...Named.shape,
  /** Its officers see the complaints of their own units only. */
  walled: z.boolean(),
  /** Takes complaints; no wall stands around a retired one. */
  active: z.boolean(),
  members: z.array(Named),
  version: z.number(),
});
export type Unit = z.infer<typeof Unit>;

export const listUnits = endpoint({
  route: 'GET /desk/unit',
  summary: 'The units of the caller’s MDA with their members',
  access: mdaRoles,
  scope: 'complaint:act',
  reply: z.array(Unit),
});

const fields = {
  name: lineText(limit.nameMax),
  walled: z.boolean({ error: message.invalid }),
  members: z.array(Id).check(z.maxLength(1_000, message.invalid)),
};
export const NewUnit = z.object(fields);

export const createUnit = endpoint({
  route: 'POST /desk/unit',
  summary: 'Add a unit to the MDA',
  access: ['supervisor'],
  body: NewUnit,
  reply: Unit,
  status: 201,
  errors: ['CONFLICT'],
});

/** Whoever watches over access is told when an officer sees more. */
export const updateUnit = endpoint({
  route: 'PATCH /desk/unit/{id}',
  summary: 'Rename, wall or retire a unit, or set its members',
  access: ['supervisor'],
  params: IdParams,
  body: z.object({
    name: z.optional(fields.name),
    walled: z.optional(fields.walled),
    active: z.optional(fields.walled),
    members: z.optional(fields.members),
    version: Version,
  }),
  reply: Unit,
  errors: ['CONFLICT', 'VERSION_CONFLICT'],
});
