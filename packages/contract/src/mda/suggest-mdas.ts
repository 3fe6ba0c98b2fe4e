import * as z from 'zod/mini';
import { Named, text } from '../core/common.ts';
import { endpoint } from '../core/endpoint.ts';

/** From so many learned complaints on anything is suggested. */
export const suggestedFrom = 30;
/** How much of a text is read. */
export const suggestedTextMax = 2_000;

export const MdaSuggestion = z.object({
  mda: Named,
  /** Words of the text that led to it, the strongest first. */
  words: z.array(z.string()),
});

export const MdaSuggestions = z.object({
  /** The likeliest first; at most three. */
  suggestions: z.array(MdaSuggestion),
  /** How often the first one was the MDA that resolved it, of the last complaints that this was tried with. */
  right: z.number(),
  of: z.number(),
});
export type MdaSuggestions = z.infer<typeof MdaSuggestions>;

export const suggestMdas = endpoint({
  route: 'POST /public/suggestion',
  summary: 'Which MDA a text may be for, as learned from resolved complaints',
  access: 'public',
  body: z.object({ text: text(suggestedTextMax) }),
  reply: MdaSuggestions,
});
