import * as z from 'zod/mini';
import { IdParams, lineText, Version, VersionText } from '../core/fields.ts';
import { limit } from '../core/limit.ts';
import { endpoint } from '../core/endpoint.ts';
import { message } from '../core/message.ts';
import { mdaRoles } from '../core/role.ts';
import { Filter, filterFields } from './filter.ts';

/** How many views each person, and each MDA, keeps. */
export const savedViewsMax = 30;

const sort = z.nullable(z.enum(['due', 'latest', 'oldest'], { error: message.invalid }));

export const SavedView = z.object({
  id: z.string(),
  name: z.string(),
  /** Of all officers of the MDA, or of the caller alone. */
  shared: z.boolean(),
  /** The queue that is narrowed, as the address of the desk names it. */
  queue: z.string(),
  filter: Filter,
  sort,
  /** Whether its number is shown. */
  pinned: z.boolean(),
  /** Fields whose value names something that is gone. Nothing is shown then. */
  gone: z.array(z.enum(Object.keys(filterFields) as (keyof Filter)[])),
  version: z.number(),
});
export type SavedView = z.infer<typeof SavedView>;

const fields = {
  name: lineText(limit.nameMax),
  pinned: z.boolean({ error: message.invalid }),
};
export const NewSavedView = z.object({
  ...fields,
  shared: z.boolean({ error: message.invalid }),
  queue: z.string({ error: message.required }).check(z.regex(/^[a-z-]{1,20}$/u, message.invalid)),
  filter: Filter,
  sort,
});

export const listSavedViews = endpoint({
  route: 'GET /desk/saved-view',
  summary: 'The saved views of the caller and of their MDA',
  access: mdaRoles,
  reply: z.array(SavedView),
});

/** Supervisors alone keep those of the MDA. */
export const createSavedView = endpoint({
  route: 'POST /desk/saved-view',
  summary: 'Save filters and order of a list',
  access: mdaRoles,
  body: NewSavedView,
  reply: SavedView,
  status: 201,
  errors: ['CONFLICT'],
});

export const updateSavedView = endpoint({
  route: 'PATCH /desk/saved-view/{id}',
  summary: 'Rename or pin a saved view',
  access: mdaRoles,
  params: IdParams,
  body: z.object({ ...fields, version: Version }),
  reply: SavedView,
  errors: ['CONFLICT', 'VERSION_CONFLICT'],
});

export const deleteSavedView = endpoint({
  route: 'DELETE /desk/saved-view/{id}',
  summary: 'Remove a saved view',
  access: mdaRoles,
  params: IdParams,
  query: z.object({ version: VersionText }),
  reply: undefined,
  errors: ['VERSION_CONFLICT'],
});
