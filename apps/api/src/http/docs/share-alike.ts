import * as contract from '@baraza/contract';

/** A JSON Schema of the document. */
export interface Schema {
  readonly $ref?: string;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** Schemas by their names. */
export type Schemas = Record<string, Schema>;

/** What a call takes or answers, by type of content. */
export interface Body {
  readonly description?: string;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

/** A call as OpenAPI describes it. */
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly unknown[];
  readonly parameters?: readonly { readonly name: string }[];
  readonly requestBody?: Body | undefined;
  readonly responses: Readonly<Record<string, Body>>;
}

/** What the OpenAPI document says of the calls. */
export interface Described {
  readonly paths: Readonly<Record<string, Record<string, Operation>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>;
}

const nameIn = ({ $ref = '' }: Schema) => $ref.slice($ref.lastIndexOf('/') + 1);

/** Makes one of a named schema's two forms where they are alike or only one is used. */
export function mergeAlike({ paths, components }: Described): Described {
  const { schemas = {} } = components;
  const plain = (schema: unknown) => JSON.stringify(schema ?? null).replaceAll(/Input"/gu, '"');
  const nameOf = (name: string) => {
    const output = name.replace(/Input$/u, '');
    return !(output in schemas) || plain(schemas[name]) === plain(schemas[output]) ? output : name;
  };
  const merged = Object.fromEntries(
    Object.keys(schemas)
      .toSorted()
      .map((name) => [nameOf(name), schemas[name]]),
  );
  const text = JSON.stringify({ paths, components: { schemas: merged } });
  const renamed = text.replaceAll(/(?<="#\/components\/schemas\/)\w+/gu, nameOf);
  return JSON.parse(renamed) as Described;
}

/** Names a list of words as one of them: `states` is State. */
function wordOf([first = '', ...list]: string): string {
  return (
    first.toUpperCase() +
    list
      .join('')
      .replace(/ies$/u, 'y')
      .replace(/(?<=[su]s)es$|s$/u, '')
  );
}

/** Writes lists of words, parameters, bodies and answers once that several calls have alike. */
export function shareAlike(described: Described): Described {
  let text = JSON.stringify(described);
  const components: Record<string, Record<string, object>> = { ...described.components };
  const share = (group: string, name: string, part: object) => {
    const of = (components[group] ??= {});
    const written = JSON.stringify(part);
    const free = name in of ? `${name}-${Object.keys(of).length}` : name;
    const reference = JSON.stringify({ $ref: `#/components/${group}/${free}` });
    if (
      text.indexOf(written) === text.lastIndexOf(written) ||
      (group !== 'schemas' && written.length <= reference.length)
    )
      return;
    of[free] = part;
    text = text.replaceAll(written, () => reference);
  };
  for (const [list, words] of Object.entries(contract as Record<string, unknown>).filter(([, value]) =>
    Array.isArray(value),
  ))
    if (!(wordOf(list) in components['schemas']!)) share('schemas', wordOf(list), { type: 'string', enum: words });
  const { paths } = JSON.parse(text) as Described;
  for (const { operationId, parameters = [], requestBody, responses } of Object.values(paths).flatMap(
    Object.values<Operation>,
  )) {
    for (const parameter of parameters) share('parameters', parameter.name, parameter);
    if (requestBody) share('requestBodies', operationId, requestBody);
    for (const [status, answer] of Object.entries(responses)) {
      const { schema = {} } = answer.content?.['application/json'] ?? {};
      const { items, anyOf: [either] = [] } = schema;
      const of = nameIn(either ?? schema) || (items && `${nameIn(items)}-list`) || operationId;
      share('responses', status.startsWith('2') ? of : status, answer);
    }
  }
  const shared = JSON.parse(text) as Described;
  const schemas = { ...components['schemas'], ...shared.components['schemas'] };
  const extended = Object.entries(schemas).map(([name, schema]) => [name, extendLargest(schema, schemas)]);
  return { ...shared, components: { ...components, schemas: Object.fromEntries(extended) } };
}

/** Describes a schema as the largest other one that it holds, and what it adds. */
function extendLargest(schema: Schema, schemas: Readonly<Record<string, Schema>>): object {
  const propertiesOf = (of: Schema) => Object.entries(of.properties ?? {}).map((entry) => JSON.stringify(entry));
  const isRequired = (name: string, of: Schema) => of.required?.includes(name) === true;
  const own = propertiesOf(schema);
  const parents = Object.entries(schemas).filter(([, parent]) => {
    const inherited = propertiesOf(parent);
    const names = Object.keys(parent.properties ?? {});
    return (
      inherited.length > 5 &&
      inherited.length < own.length &&
      inherited.every((property) => own.includes(property)) &&
      names.every((name) => isRequired(name, parent) === isRequired(name, schema))
    );
  });
  const [[name, parent] = []] = parents.toSorted(([, a], [, b]) => propertiesOf(b).length - propertiesOf(a).length);
  if (!parent) return schema;
  const isAdded = (property: string) => !(property in parent.properties!);
  const properties = Object.fromEntries(Object.entries(schema.properties!).filter(([property]) => isAdded(property)));
  const added = { type: 'object', properties, required: schema.required?.filter(isAdded) };
  return { allOf: [{ $ref: `#/components/schemas/${name}` }, added] };
}
