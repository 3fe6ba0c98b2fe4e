import * as z from 'zod/mini';
import { Id, IdParams, lineText, Named, text, Version, VersionText } from '../core/fields.ts';
import { limit } from '../core/limit.ts';
import { endpoint } from '../core/endpoint.ts';
import { message } from '../core/message.ts';
import { type Language, languages } from '../core/language.ts';
import { mdaRoles } from '../core/role.ts';
import { Tag } from './filter.ts';
import { outcomes, priorities } from './state.ts';

/** Names that can be filled into a saved reply. */
export const placeholders = ['citizen', 'trackingId', 'title', 'mda', 'officer', 'dueDate'] as const;
export type Placeholder = (typeof placeholders)[number];

/** Not among the messages: those travel with the portal too. */
export const placeholderUnknown = `Use only these placeholders: ${placeholders.map((name) => `{${name}}`).join(', ')}.`;

/** Values of the placeholders in one complaint; null where it has none now. */
export type PlaceholderValues = Readonly<Record<Placeholder, string | null>>;

/** Names in curly brackets. Only a word is a name, so other uses of the brackets stay untouched. */
const written = /\{ ?([A-Za-z]\w{0,40}) ?\}/gu;

function isPlaceholder(name: string): name is Placeholder {
  return (placeholders as readonly string[]).includes(name);
}

/** Returns the names in curly brackets that are no placeholders. */
export function unknownPlaceholders(words: string): string[] {
  const names = [...words.matchAll(written)].map(([, name = '']) => name);
  return [...new Set(names)].filter((name) => !isPlaceholder(name));
}

/** Returns the placeholders left in a text, as written; such a text must not be sent. */
export function gapsIn(words: string): string[] {
  return [...new Set([...words.matchAll(written)].filter(([, name = '']) => isPlaceholder(name)).map(([gap]) => gap))];
}

/** Fills a saved reply for one complaint; missing values stay visible in their brackets. */
export function fillPlaceholders(words: string, values: PlaceholderValues): string {
  return words.replace(written, (gap, name: string) => (isPlaceholder(name) ? (values[name] ?? gap) : gap));
}

/** The steps that can carry a saved reply. */
export const savedReplySteps = ['reply', 'ask', 'resolve'] as const;
export type SavedReplyStep = (typeof savedReplySteps)[number];

const ReplyText = text(limit.textMax).check(
  z.refine((words) => unknownPlaceholders(words).length === 0, { error: placeholderUnknown }),
);
/** Texts by the language of their reader. */
export const ReplyTexts = z.partialRecord(z.enum(languages), ReplyText, { error: message.invalid });
export type ReplyTexts = z.infer<typeof ReplyTexts>;

/** Returns the text in the citizen's last language, or the default one. */
export function textFor(
  { text, texts }: { readonly text: string; readonly texts?: ReplyTexts | undefined },
  language: Language | null | undefined,
): string {
  return (language && texts?.[language]) || text;
}

/** Steps that a saved reply stages beside its text. */
export const SavedActions = z.object({
  /** For `resolve`. */
  outcome: z.optional(z.enum(outcomes, { error: message.invalid })),
  category: z.optional(Id),
  /** `me`: the person who sends it. */
  assignee: z.optional(z.union([z.literal('me'), Id])),
  unit: z.optional(Id),
  priority: z.optional(z.enum(priorities, { error: message.invalid })),
  tags: z.optional(z.array(Tag).check(z.minLength(1, message.required), z.maxLength(5, message.invalid))),
  /** Days from the day of sending. */
  followUpDays: z.optional(
    z
      .number({ error: message.invalid })
      .check(z.int(message.invalid), z.gte(1, message.invalid), z.lte(90, message.invalid)),
  ),
});
export type SavedActions = z.infer<typeof SavedActions>;

export const SavedReply = z.object({
  id: z.string(),
  title: z.string(),
  /** For readers of all languages that `texts` lacks. */
  text: z.string(),
  texts: ReplyTexts,
  actions: SavedActions,
  /** Names of what `actions` hold by id; an id without a name is gone. */
  names: z.record(z.string(), z.string()),
  step: z.enum(savedReplySteps),
  /** Offered for complaints of this category alone; null: for all. */
  category: z.nullable(Named),
  /** Of all officers of the MDA, or of the caller alone. */
  shared: z.boolean(),
  version: z.number(),
});
export type SavedReply = z.infer<typeof SavedReply>;

export const listSavedReplies = endpoint({
  route: 'GET /desk/saved-reply',
  summary: 'The saved replies of the caller and of their MDA',
  access: mdaRoles,
  reply: z.array(SavedReply),
});

const fields = {
  title: lineText(limit.nameMax),
  text: ReplyText,
  texts: z.optional(ReplyTexts),
  actions: z.optional(SavedActions),
  step: z.enum(savedReplySteps, { error: (issue) => (issue.input ? message.invalid : message.required) }),
  category: z.optional(z.nullable(Id)),
};
export const NewSavedReply = z.object({
  ...fields,
  /** Supervisors alone keep those of the MDA. */
  shared: z._default(z.boolean({ error: message.invalid }), true),
});
export type NewSavedReply = z.infer<typeof NewSavedReply>;

export const createSavedReply = endpoint({
  route: 'POST /desk/saved-reply',
  summary: 'Save a reply',
  access: mdaRoles,
  body: NewSavedReply,
  reply: SavedReply,
  status: 201,
  errors: ['CONFLICT'],
});

export const updateSavedReply = endpoint({
  route: 'PATCH /desk/saved-reply/{id}',
  summary: 'Change a saved reply',
  access: mdaRoles,
  params: IdParams,
  body: z.object({
    title: z.optional(fields.title),
    text: z.optional(fields.text),
    texts: fields.texts,
    actions: fields.actions,
    step: z.optional(z.enum(savedReplySteps, { error: message.invalid })),
    category: fields.category,
    version: Version,
  }),
  reply: SavedReply,
  errors: ['CONFLICT', 'VERSION_CONFLICT'],
});

export const deleteSavedReply = endpoint({
  route: 'DELETE /desk/saved-reply/{id}',
  summary: 'Remove a saved reply',
  access: mdaRoles,
  params: IdParams,
  query: z.object({ version: VersionText }),
  reply: undefined,
  errors: ['VERSION_CONFLICT'],
});
