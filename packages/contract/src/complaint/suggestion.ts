import * as z from 'zod/mini';
import { Named, text } from '../core/fields.ts';
import { endpoint } from '../core/endpoint.ts';

/** Suggestions for a text. */
export type SuggestedKind = 'mda' | 'category';

/** Least number of learned complaints before anything is suggested. */
export const suggestedFrom = 30;
/** How much of a text is read. */
export const suggestedTextMax = 2_000;

const Suggestion = z.object({
  target: Named,
  /** Words of the text that led to it, the strongest first. */
  words: z.array(z.string()),
});

export const Suggested = z.object({
  /** The likeliest first; at most three. */
  suggestions: z.array(Suggestion),
  /** How often the right one was among them, of the last complaints tried. */
  right: z.number(),
  of: z.number(),
});
export type Suggested = z.infer<typeof Suggested>;

export const suggestForText = endpoint({
  route: 'POST /public/suggestion',
  summary: 'Which MDA and category a text may be for, as learned from earlier complaints',
  access: 'public',
  body: z.object({ text: text(suggestedTextMax) }),
  reply: z.object({ mda: Suggested, category: Suggested }),
});
