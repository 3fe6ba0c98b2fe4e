import * as z from 'zod/mini';
import { sharings } from '../complaint/bulk.ts';
import { Filter, Tag } from '../complaint/filter.ts';
import { priorities } from '../complaint/state.ts';
import { endpoint } from '../core/endpoint.ts';
import { Id, Instant, lineText, Named, optionalText, Version } from '../core/fields.ts';
import { limit } from '../core/limit.ts';
import { message } from '../core/message.ts';

/** When a rule looks at a complaint: when it is filed, at each later step, or when a timer reminds of it. */
export const ruleEvents = ['filed', 'changed', 'timer'] as const;
export type RuleEvent = (typeof ruleEvents)[number];

/** Fields of a filter that mean the same to everybody. */
export const ruleFilterFields = ['category', 'jurisdiction', 'area', 'unit', 'priority', 'tag', 'field'] as const;

export const Rule = z.object({
  id: Id,
  name: lineText(limit.nameMax),
  event: z.enum(ruleEvents, { error: message.required }),
  filter: z.pick(Filter, {
    category: true,
    jurisdiction: true,
    area: true,
    unit: true,
    priority: true,
    tag: true,
    field: true,
  }),
  /** Gives it to this person, unless somebody has it. */
  person: z.optional(Id),
  /** Moves it to this unit. */
  unit: z.optional(Id),
  /** Gives it to a member of that unit, unless somebody has it. */
  sharing: z.optional(z.enum(sharings, { error: message.invalid })),
  priority: z.optional(z.enum(priorities, { error: message.invalid })),
  tags: z.optional(z.array(Tag).check(z.maxLength(5, message.invalid))),
  note: optionalText(1_000),
  /** Notifies this colleague. */
  notify: z.optional(Id),
  /** Tells programs, by the event `complaint.applyRule`, although nothing else changes. */
  webhook: z.optional(z.literal(true, { error: message.invalid })),
});
export type Rule = z.infer<typeof Rule>;

const rules = z.array(Rule).check(
  z.maxLength(50, message.invalid),
  z.refine((list) => new Set(list.map(({ id }) => id)).size === list.length, { error: message.invalid }),
);

export const RuleList = z.object({
  rules: z.array(z.extend(Rule, { gone: z.array(z.enum(['person', 'unit', 'filter'])) })),
  /** That of the newest list: each save is a new version. */
  version: z.number(),
  /** The newest versions, each a whole list. */
  versions: z.array(z.object({ version: z.number(), by: Named, at: Instant })),
});
export type RuleList = z.infer<typeof RuleList>;

/** `gone` says what of a rule is no longer there, or is on leave: such a rule is skipped. */
export const listRules = endpoint({
  route: 'GET /desk/rule',
  summary: 'The rules of an MDA in their order, or an earlier version of them',
  access: ['supervisor', 'oversight'],
  query: z.object({
    mda: z.optional(Id),
    version: z.optional(z.string().check(z.regex(/^\d{1,9}$/u, message.invalid))),
  }),
  reply: RuleList,
});

/** Takes effect at once, for what happens from then on. An earlier version is put back by saving its rules. */
export const saveRules = endpoint({
  route: 'PUT /desk/rule',
  summary: 'Save all rules of the MDA in their order',
  access: ['supervisor'],
  body: z.object({ rules, version: Version }),
  reply: RuleList,
  errors: ['VERSION_CONFLICT'],
});

/** Changes nothing. */
export const tryRules = endpoint({
  route: 'POST /desk/rule/trial',
  summary: 'How many complaints of the last 30 days each rule would have met',
  access: ['supervisor'],
  body: z.object({ rules }),
  reply: z.object({
    total: z.number(),
    /** Of those met, `elsewhere` are now with another unit or person than the rule names. */
    rules: z.array(z.object({ id: z.string(), met: z.number(), elsewhere: z.number() })),
  }),
});
