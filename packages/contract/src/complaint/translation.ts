import * as z from 'zod/mini';
import { IdParams } from '../core/fields.ts';
import { endpoint } from '../core/endpoint.ts';
import { languages } from '../core/language.ts';
import { message } from '../core/message.ts';

const Passage = z.object({
  /** The id of a step of the history; that of `submit` stands for the complaint itself. */
  step: z.string({ error: message.required }).check(z.maxLength(20, message.invalid)),
  to: z.enum(languages, { error: message.invalid }),
});
const Translation = z.object({ text: z.string() });

export const translateForCitizen = endpoint({
  route: 'POST /complaint/{id}/translation',
  summary: 'Machine translation of one step, by the service that the operator named',
  access: ['citizen'],
  guest: true,
  params: IdParams,
  body: Passage,
  reply: Translation,
});

export const translateAtDesk = endpoint({
  route: 'POST /desk/complaint/{id}/translation',
  summary: 'Machine translation of one step, by the service that the operator named',
  access: ['officer', 'supervisor', 'oversight'],
  params: IdParams,
  body: Passage,
  reply: Translation,
});
