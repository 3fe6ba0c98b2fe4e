import * as z from 'zod/mini';
import { Day, Id, IdParams, Named } from '../core/fields.ts';
import { endpoint } from '../core/endpoint.ts';
import { readerRoles, staffRoles } from '../core/role.ts';

/** Leave of a member of staff. It ends by itself after `until`, and nothing of a complaint is rewritten for it. */
export const Leave = z.object({
  /** The last day away, in the zone of the installation. */
  until: z.string(),
  /** The colleague who sees and handles their complaints meanwhile; null: nobody can. */
  deputy: z.nullable(Named),
});
export type Leave = z.infer<typeof Leave>;

/** Somebody to whom a complaint can be assigned. `leave`: null while they are at work; `walls`: the units whose complaints alone they see. */
export const Colleague = z.extend(Named, {
  role: z.enum(staffRoles),
  leave: z.nullable(Leave),
  walls: z.nullable(z.array(z.string())),
});
export type Colleague = z.infer<typeof Colleague>;

/** Officers and supervisors of the caller's MDA, to whom a complaint can be assigned. */
export const listColleagues = endpoint({
  route: 'GET /desk/colleague',
  summary: 'Officers and supervisors of the caller’s MDA, or, for oversight, of another',
  access: readerRoles,
  scope: 'complaint:act',
  query: z.object({ mda: z.optional(Id) }),
  reply: z.array(Colleague),
});

/** Officers for themselves, supervisors for staff of their MDA, administrators for all. */
const coverRoles = ['officer', 'supervisor', 'administrator'] as const;

/** Open work of a member of staff, and colleagues who could take it over. */
export const Cover = z.object({
  leave: z.nullable(Leave),
  openComplaints: z.number(),
  /** Absent colleagues for whom they stand in. Supervisors do, while both are away. */
  standsInFor: z.array(Named),
  colleagues: z.array(Colleague),
});
export type Cover = z.infer<typeof Cover>;

export const getCover = endpoint({
  route: 'GET /desk/staff/{id}/cover',
  summary: 'The leave of a member of staff, their open complaints, and who could take them over',
  access: coverRoles,
  params: IdParams,
  reply: Cover,
});

export const setLeave = endpoint({
  route: 'PUT /desk/staff/{id}/leave',
  summary: 'Say until when a member of staff is away and who stands in; null ends the leave',
  access: coverRoles,
  params: IdParams,
  body: z.object({
    until: z.nullable(Day),
    /** Works at the same MDA and is not away. */
    deputy: z.nullable(Id),
  }),
  reply: Cover,
});
