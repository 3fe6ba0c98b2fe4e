import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { IdParams, lineText, Version } from './fields.ts';
import { otherLanguages } from './language.ts';
import { message } from './message.ts';

/** Names by language; where one is missing, its readers see the base name. */
export const LocalNames = z.partialRecord(z.enum(otherLanguages), lineText(150), { error: message.invalid });
export type LocalNames = z.infer<typeof LocalNames>;

export const listLocalNames = endpoint({
  route: 'GET /public/names',
  summary: 'What MDAs, jurisdictions and categories are called in a language, where that differs',
  access: 'public',
  query: z.object({ language: z.enum(otherLanguages, { error: message.invalid }) }),
  reply: z.array(z.object({ name: z.string(), local: z.string() })),
});

export const setLocalNames = endpoint({
  route: 'PUT /desk/names/{kind}/{id}',
  summary: 'Set the names of an MDA, a jurisdiction or a category in other languages',
  access: ['administrator'],
  params: z.object({ kind: z.enum(['mda', 'jurisdiction', 'category']), ...IdParams.shape }),
  body: z.object({ names: LocalNames, version: Version }),
  reply: undefined,
  errors: ['VERSION_CONFLICT'],
});
