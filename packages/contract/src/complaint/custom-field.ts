import * as z from 'zod/mini';
import { Id, IdParams, lineText, Version } from '../core/fields.ts';
import { endpoint } from '../core/endpoint.ts';
import { limit } from '../core/limit.ts';
import { message } from '../core/message.ts';
import { readerRoles } from '../core/role.ts';

export const customFieldTypes = ['text', 'number', 'date', 'list'] as const;
export type CustomFieldType = (typeof customFieldTypes)[number];

/** Most custom fields in use of a category, and most options of a field. */
export const customFieldsMax = 20;
export const optionsMax = 100;

export const FieldOption = z.object({
  id: Id,
  name: lineText(limit.nameMax),
  active: z.boolean({ error: message.invalid }),
});
export type FieldOption = z.infer<typeof FieldOption>;

const flag = z.boolean({ error: message.invalid });
const changeable = {
  name: lineText(limit.nameMax),
  /** Of a list; a retired one stays, for the complaints that have it. */
  options: z.array(FieldOption).check(
    z.maxLength(optionsMax, message.invalid),
    z.refine((list) => new Set(list.map(({ id }) => id)).size === list.length, { error: message.invalid }),
  ),
  /** Whether citizens are asked for it in the form. */
  asked: flag,
};

export const NewCustomField = z.object({
  ...changeable,
  category: Id,
  type: z.enum(customFieldTypes, { error: message.required }),
  /** Tells who somebody is: erased with the person, and shown only where their name is. */
  personal: flag,
});

export const CustomField = z.extend(NewCustomField, {
  id: z.string(),
  /** A retired one is not offered any more; complaints keep its value. */
  active: z.boolean(),
  version: z.number(),
});
export type CustomField = z.infer<typeof CustomField>;

/** A field of a complaint with its value: an option's id, a day, a number or a text; null where it has none. */
export const FieldOfComplaint = z.extend(z.omit(CustomField, { category: true, version: true }), {
  value: z.nullable(z.union([z.string(), z.number()])),
});
export type FieldOfComplaint = z.infer<typeof FieldOfComplaint>;

export const listCustomFields = endpoint({
  route: 'GET /desk/custom-field',
  summary: 'The custom fields of an MDA',
  access: readerRoles,
  scope: 'complaint:read',
  query: z.object({ mda: z.optional(Id) }),
  reply: z.array(CustomField),
});

export const createCustomField = endpoint({
  route: 'POST /desk/custom-field',
  summary: 'Add a custom field to a category of the MDA',
  access: ['supervisor'],
  body: NewCustomField,
  reply: CustomField,
  status: 201,
  errors: ['CONFLICT'],
});

/** Category, type and `personal` stay; options may be renamed, retired and added. */
export const updateCustomField = endpoint({
  route: 'PATCH /desk/custom-field/{id}',
  summary: 'Change, retire or use again a custom field',
  access: ['supervisor'],
  params: IdParams,
  body: z.extend(z.partial(z.object({ ...changeable, active: flag })), { version: Version }),
  reply: CustomField,
  errors: ['CONFLICT', 'VERSION_CONFLICT'],
});

const AskedField = z.omit(CustomField, { asked: true, active: true, version: true });
export type AskedField = z.infer<typeof AskedField>;

export const listAskedFields = endpoint({
  route: 'GET /public/custom-field/{id}',
  summary: 'The custom fields that an MDA asks citizens for',
  access: 'public',
  params: IdParams,
  reply: z.array(AskedField),
});
