import * as z from 'zod/mini';
import { photoRule } from '../account/account.ts';
import { IdParams, lineText, Named, Version, VersionText } from '../core/fields.ts';
import { limit } from '../core/limit.ts';
import { identityAccesses } from '../complaint/identity.ts';
import { endpoint } from '../core/endpoint.ts';
import { LocalNames } from '../core/local-name.ts';
import { message } from '../core/message.ts';

/** Names of offices are longer than those of people. */
const officeName = lineText(150);
/** A place in a list, counted from 0; beyond the last it is the last. */
export const Place = z.number({ error: message.invalid }).check(z.int(message.invalid), z.gte(0, message.invalid));
/** In a form everything is a text. */
const truth = z.optional(z.union([z.literal('true'), z.literal('false'), z.literal('')], { error: message.invalid }));

const AdminJurisdiction = z.extend(Named, { names: LocalNames, active: z.boolean(), version: z.number() });
export const AdminMda = z.extend(Named, {
  names: LocalNames,
  /** A signed address. */
  logo: z.nullable(z.string()),
  /** A complaint names a jurisdiction, where the MDA has any. */
  jurisdictionAllowed: z.boolean(),
  /** Staff who see the name and contact data of a named citizen. */
  identityAccess: z.enum(identityAccesses),
  /** Takes complaints. */
  active: z.boolean(),
  openComplaints: z.number(),
  jurisdictions: z.array(AdminJurisdiction),
  version: z.number(),
});
export type AdminMda = z.infer<typeof AdminMda>;

export const listAllMdas = endpoint({
  route: 'GET /desk/mda',
  summary: 'Every MDA, those included that take no complaints',
  access: ['administrator'],
  reply: z.array(AdminMda),
});

const identityAccess = z.optional(z.enum(identityAccesses, { error: message.invalid }));

export const NewMdaForm = z.object({ name: officeName, jurisdictionAllowed: truth, identityAccess });
export const createMda = endpoint({
  route: 'POST /desk/mda',
  summary: 'Add an MDA',
  access: ['administrator'],
  form: NewMdaForm,
  files: { file: photoRule },
  aliases: { logo: 'file' },
  reply: AdminMda,
  status: 201,
  errors: ['CONFLICT'],
});

/** An MDA with open complaints goes on taking them: it cannot be switched off. */
export const updateMda = endpoint({
  route: 'PATCH /desk/mda/{id}',
  summary: 'Rename an MDA, give it a logo, say who sees names, switch it off or on',
  access: ['administrator'],
  params: IdParams,
  form: z.object({
    name: z.optional(officeName),
    jurisdictionAllowed: truth,
    identityAccess,
    active: truth,
    version: VersionText,
  }),
  files: { file: photoRule },
  aliases: { logo: 'file' },
  reply: AdminMda,
  errors: ['CONFLICT', 'VERSION_CONFLICT'],
});

export const createJurisdiction = endpoint({
  route: 'POST /desk/mda/{id}/jurisdiction',
  summary: 'Add a jurisdiction to an MDA',
  access: ['administrator'],
  params: IdParams,
  body: z.object({ name: officeName }),
  reply: AdminMda,
  status: 201,
  errors: ['CONFLICT'],
});

export const updateJurisdiction = endpoint({
  route: 'PATCH /desk/jurisdiction/{id}',
  summary: 'Rename a jurisdiction, or take it off the list',
  access: ['administrator'],
  params: IdParams,
  body: z.object({
    name: z.optional(officeName),
    active: z.optional(z.boolean({ error: message.invalid })),
    version: Version,
  }),
  reply: AdminMda,
  errors: ['CONFLICT', 'VERSION_CONFLICT'],
});

export const categoryKinds = ['complaint', 'feedback'] as const;
export const AdminCategory = z.object({
  id: z.string(),
  kind: z.enum(categoryKinds),
  name: z.string(),
  names: LocalNames,
  active: z.boolean(),
  version: z.number(),
});
export type AdminCategory = z.infer<typeof AdminCategory>;

export const listAllCategories = endpoint({
  route: 'GET /desk/category',
  summary: 'Every category in its order, those included that nobody can choose',
  access: ['administrator'],
  reply: z.array(AdminCategory),
});

export const NewCategory = z.object({
  kind: z.enum(categoryKinds, { error: (issue) => (issue.input ? message.invalid : message.required) }),
  name: lineText(limit.nameMax),
});
export const createCategory = endpoint({
  route: 'POST /desk/category',
  summary: 'Add a category, after the others',
  access: ['administrator'],
  body: NewCategory,
  reply: z.array(AdminCategory),
  status: 201,
  errors: ['CONFLICT'],
});

/** Existing complaints keep a removed category. The last category of a kind cannot be removed. */
export const updateCategory = endpoint({
  route: 'PATCH /desk/category/{id}',
  summary: 'Rename a category, move it, switch it off or on',
  access: ['administrator'],
  params: IdParams,
  body: z.object({
    name: z.optional(NewCategory.shape.name),
    active: z.optional(z.boolean({ error: message.invalid })),
    /** Among those of its kind. */
    place: z.optional(Place),
    version: Version,
  }),
  reply: z.array(AdminCategory),
  errors: ['CONFLICT', 'VERSION_CONFLICT'],
});

/** Counts that go with the sample data; all 0 where there are none. */
export const DemoData = z.object({
  accounts: z.number(),
  mdas: z.number(),
  complaints: z.number(),
  feedback: z.number(),
});
export type DemoData = z.infer<typeof DemoData>;

export const getDemoData = endpoint({
  route: 'GET /desk/demo',
  summary: 'How much sample data there is',
  access: ['administrator'],
  reply: DemoData,
});

/** Complaints, feedback and offices go; sample people whose steps stay elsewhere are locked out. */
export const removeDemoData = endpoint({
  route: 'POST /desk/demo/removal',
  summary: 'Remove all sample data, for good',
  access: ['administrator'],
  reauthRequired: true,
  reply: DemoData,
  errors: ['CONFLICT'],
});
