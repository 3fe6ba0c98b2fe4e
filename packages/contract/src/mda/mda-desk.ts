import * as z from 'zod/mini';
import { Place } from './administration.ts';
import { Day, Email, Id, IdParams, Named, lineText, RequiredPhone, Version, VersionText } from '../core/fields.ts';
import { limit } from '../core/limit.ts';
import { Leave } from '../account/leave.ts';
import { endpoint } from '../core/endpoint.ts';
import { CommitteeMember } from './mda.ts';
import { message } from '../core/message.ts';
import { staffRoles } from '../core/role.ts';

export const NewContact = z.object({
  name: lineText(limit.nameMax),
  phone: RequiredPhone,
  email: Email,
});
export type NewContact = z.infer<typeof NewContact>;
export const OwnContact = z.object({ ...CommitteeMember.shape, version: z.number() });
export type OwnContact = z.infer<typeof OwnContact>;

export const listOwnContacts = endpoint({
  route: 'GET /desk/contact',
  summary: 'The contacts that the caller’s MDA publishes',
  access: ['supervisor'],
  reply: z.array(OwnContact),
});

export const createContact = endpoint({
  route: 'POST /desk/contact',
  summary: 'Publish a contact of the MDA, after the others',
  access: ['supervisor'],
  body: NewContact,
  reply: z.array(OwnContact),
  status: 201,
});

export const updateContact = endpoint({
  route: 'PATCH /desk/contact/{id}',
  summary: 'Change a contact, or its place among the others',
  access: ['supervisor'],
  params: IdParams,
  body: z.extend(z.partial(NewContact), { place: z.optional(Place), version: Version }),
  reply: z.array(OwnContact),
  errors: ['VERSION_CONFLICT'],
});

export const deleteContact = endpoint({
  route: 'DELETE /desk/contact/{id}',
  summary: 'Take a contact off the list',
  access: ['supervisor'],
  params: IdParams,
  query: z.object({ version: VersionText }),
  reply: z.array(OwnContact),
  errors: ['VERSION_CONFLICT'],
});

/** A colleague with their workload. */
export const MdaStaff = z.extend(Named, {
  role: z.enum(staffRoles),
  disabled: z.boolean(),
  /** Works for the MDA no more, and has complaints of it still. */
  left: z.boolean(),
  leave: z.nullable(Leave),
  openComplaints: z.number(),
  overdueComplaints: z.number(),
});
export type MdaStaff = z.infer<typeof MdaStaff>;

export const listMdaStaff = endpoint({
  route: 'GET /desk/mda-staff',
  summary: 'The staff of the caller’s MDA with their open complaints',
  access: ['supervisor'],
  reply: z.object({ staff: z.array(MdaStaff), unassigned: z.number() }),
});

/** Supervisors keep the calendar of their MDA, administrators the one that holds everywhere. */
const calendarRoles = ['supervisor', 'administrator'] as const;
/** Days of the week without work. */
export const weekends = ['sat,sun', 'fri,sat', 'thu,fri', 'fri,sun', 'fri', 'sat', 'sun'] as const;
export type Weekend = (typeof weekends)[number];

export const OwnWeekend = z.object({
  /** Null: the usual one. */
  weekend: z.nullable(z.enum(weekends)),
  usual: z.enum(weekends),
  version: z.number(),
});
export type OwnWeekend = z.infer<typeof OwnWeekend>;

export const getWeekend = endpoint({
  route: 'GET /desk/weekend',
  summary: 'The weekend of the caller’s MDA, and that of the installation',
  access: ['supervisor'],
  reply: OwnWeekend,
});

export const setWeekend = endpoint({
  route: 'PUT /desk/weekend',
  summary: 'Set the weekend of the MDA; open complaints get new due dates',
  access: ['supervisor'],
  body: z.object({ weekend: z.nullable(z.enum(weekends, { error: message.invalid })), version: Version }),
  reply: OwnWeekend,
  errors: ['VERSION_CONFLICT'],
});

/** The longest span that is entered at once, in days. */
export const holidaySpanMax = 31;

export const Holiday = z.object({
  id: z.string(),
  day: z.string(),
  name: z.string(),
  /** For all MDAs; a supervisor cannot change it. */
  everywhere: z.boolean(),
});
export type Holiday = z.infer<typeof Holiday>;

export const listHolidays = endpoint({
  route: 'GET /desk/holiday',
  summary: 'The days without work from today on',
  access: calendarRoles,
  reply: z.array(Holiday),
});

export const NewHoliday = z.object({
  name: lineText(limit.nameMax),
  from: Day,
  /** The last day of several; absent: one day. */
  to: z.optional(z.union([z.literal(''), Day])),
});
export const createHoliday = endpoint({
  route: 'POST /desk/holiday',
  summary: 'Enter a day without work, or several in a row',
  access: calendarRoles,
  body: NewHoliday,
  reply: z.array(Holiday),
  status: 201,
});

export const deleteHoliday = endpoint({
  route: 'DELETE /desk/holiday/{id}',
  summary: 'Make a day a working day again',
  access: calendarRoles,
  params: IdParams,
  reply: z.array(Holiday),
  errors: ['CONFLICT'],
});

const span = z
  .number({ error: (issue) => (issue.input === undefined ? message.required : message.invalid) })
  .check(z.int(message.invalid), z.gte(1, message.invalid), z.lte(365, message.invalid));
/** In working days; for emergencies in hours, round the clock. */
export const SlaTargets = z.object({ acknowledge: span, reply: span, resolve: span });
export type SlaTargets = z.infer<typeof SlaTargets>;

export const OwnSlaTarget = z.object({ id: z.string(), targets: SlaTargets, version: z.number() });

export const Targets = z.object({
  /** Where nothing else is set. */
  defaults: SlaTargets,
  /** For categories without targets of their own. */
  mda: z.nullable(OwnSlaTarget),
  categories: z.array(z.object({ category: Named, own: z.nullable(OwnSlaTarget) })),
  /** For complaints of the priority 'emergency', whatever their category. */
  emergency: z.object({ defaults: SlaTargets, own: z.nullable(OwnSlaTarget) }),
});
export type Targets = z.infer<typeof Targets>;

export const listSlaTargets = endpoint({
  route: 'GET /desk/target',
  summary: 'How much time the MDA gives itself',
  access: ['supervisor'],
  reply: Targets,
});

export const targetOrder = 'Each step needs at least as much time as the one before it.';
export const setSlaTarget = endpoint({
  route: 'PUT /desk/target',
  summary: 'Set the working days for one category or all others, or the hours for emergencies',
  access: ['supervisor'],
  body: z
    .object({
      ...SlaTargets.shape,
      category: z.optional(z.nullable(Id)),
      /** Whether these are the hours for emergencies; they have no category. */
      emergency: z.optional(z.boolean()),
      /** Version of the targets set there; 0 where none are. */
      version: Version,
    })
    .check(
      z.refine(({ acknowledge, reply }) => acknowledge <= reply, { error: targetOrder, path: ['reply'] }),
      z.refine(({ reply, resolve }) => reply <= resolve, { error: targetOrder, path: ['resolve'] }),
      z.refine(({ category, emergency }) => !(category && emergency), { error: message.invalid, path: ['category'] }),
    ),
  reply: Targets,
  errors: ['VERSION_CONFLICT'],
});

export const deleteSlaTarget = endpoint({
  route: 'DELETE /desk/target/{id}',
  summary: 'Go back to what holds otherwise',
  access: ['supervisor'],
  params: IdParams,
  query: z.object({ version: VersionText }),
  reply: Targets,
  errors: ['VERSION_CONFLICT'],
});
