import { type Html, html } from '../page/html.ts';

/** What OpenAPI says about a value, as far as our document uses it (JSON Schema 2020-12). */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly pattern?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly [limit: string]: unknown;
}

/** The kind of a value in a few words: `text (uuid)`, `list of number`, `"a" or "b"`. */
export function kindOf(schema: Schema): string {
  const { type, format, items, anyOf, enum: words } = schema;
  if ('const' in schema) return JSON.stringify(schema['const']);
  if (words) return words.map((word) => JSON.stringify(word)).join(' or ');
  if (anyOf) return [...new Set(anyOf.map(kindOf))].join(' or ');
  const names = [type ?? 'any value'].flat().map((name) => (name === 'array' ? 'list' : name));
  const kind = names.join(' or ');
  if (items) return `${kind} of ${kindOf(items)}`;
  return format === undefined ? kind : `${kind} (${format})`;
}

const limits = {
  minLength: 'at least % characters',
  maxLength: 'at most % characters',
  minimum: 'at least %',
  maximum: 'at most %',
  minItems: 'at least % entries',
  maxItems: 'at most % entries',
} as const;

/** What a value must keep to, besides its kind. */
function rulesOf(schema: Schema): string[] {
  const given = [schema, ...(schema.allOf ?? [])];
  const counted = given.flatMap((part) =>
    Object.entries(limits)
      .filter(([name]) => part[name] !== undefined)
      .map(
        ([name, text]) =>
          [
            name,
            part[name] === 1 && name === 'minLength' ? 'not empty' : text.replace('%', String(part[name])),
          ] as const,
      ),
  );
  // A form that has a name needs no pattern.
  const { pattern, format, default: usual } = schema;
  return [
    ...new Map(counted).values(),
    ...(pattern !== undefined && format === undefined ? [`matches ${pattern}`] : []),
    ...(usual === undefined ? [] : [`${JSON.stringify(usual)} unless given`]),
  ];
}

/** One value with its name, and what is in it. */
export function fieldOf(name: string, schema: Schema, isRequired: boolean): Html {
  const rules = [isRequired ? 'required' : undefined, ...rulesOf(schema), schema.description];
  const notes = rules.filter((rule) => rule !== undefined).join('; ');
  return html`<li>
    <code>${name}</code>
    <span class="kind">${[kindOf(schema), notes].filter(Boolean).join(', ')}</span>${fieldsOf(schema)}
  </li>`;
}

/** What is in an object, or in each entry of a list of them. Nothing for other values. */
export function fieldsOf(schema: Schema): Html {
  const inner = [schema, schema.items, ...(schema.anyOf ?? [])].flatMap((it) => (it ? [it, ...(it.anyOf ?? [])] : []));
  const { properties, required = [] } = inner.find((it) => it.properties) ?? {};
  if (!properties) return html``;
  return html`<ul>
    ${Object.entries(properties).map(([name, it]) => fieldOf(name, it, required.includes(name)))}
  </ul>`;
}
