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

const referenceTo = (group: string, name: string) => ({ $ref: `#/components/${group}/${name}` });
const nameIn = ({ $ref = '' }: Schema) => $ref.slice($ref.lastIndexOf('/') + 1);

/** Copies a record with another value for each. */
function mapValues<From, To>(record: Readonly<Record<string, From>>, change: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}

/** Copies a part of the document; `change` may replace each object, the innermost first. */
function rewrite<Part>(part: Part, change: (object: Schema) => object): Part {
  if (Array.isArray(part)) return part.map((one: unknown) => rewrite(one, change)) as Part;
  if (typeof part !== 'object' || part === null) return part;
  return change(mapValues(part as Record<string, unknown>, (inner) => rewrite(inner, change))) as Part;
}

/** Makes one of a schema's two forms where they are alike or one is unused. */
export function mergeAlike({ paths, components }: Described): Described {
  const { schemas = {} } = components;
  const rename = <Part>(part: Part, nameOf: (name: string) => string) =>
    rewrite(part, (it) => (it.$ref === undefined ? it : { ...it, ...referenceTo('schemas', nameOf(nameIn(it))) }));
  const asOutput = (name: string) => name.replace(/Input$/u, '');
  const plain = (name: string) => JSON.stringify(rename(schemas[name], asOutput));
  const nameOf = (name: string) => {
    const output = asOutput(name);
    return !(output in schemas) || plain(name) === plain(output) ? output : name;
  };
  const names = Object.keys(schemas).toSorted();
  const merged = Object.fromEntries(names.map((name) => [nameOf(name), schemas[name]!]));
  return rename({ paths, components: { schemas: merged } }, nameOf);
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

/** A part of the document, with the name that it has where several share it. */
type Named = readonly [name: string, part: object];

/** Names, by its written form, each part that occurs twice. Under one name the commonest counts, and others stay in place. */
function nameAlike(parts: readonly Named[]): [written: string, name: string][] {
  const byName: Record<string, Record<string, number>> = {};
  for (const [name, part] of parts) {
    const [forms, written] = [(byName[name] ??= {}), JSON.stringify(part)];
    // A short one is no longer than a reference to it.
    if (written.length > 40) forms[written] = (forms[written] ?? 0) + 1;
  }
  return Object.entries(byName).flatMap(([name, forms]) => {
    const [[written, times] = ['', 0]] = Object.entries(forms).toSorted(([, a], [, b]) => b - a);
    return times > 1 ? [[written, name]] : [];
  });
}

/** Names a body after the schema that it is or lists, or after its fields. */
function nameOfBody({ content = {} }: Body): string {
  const { schema = {} } = content['application/json'] ?? {};
  const { items, anyOf: [either] = [], properties } = schema;
  if (properties) return `with-${Object.keys(properties).join('-')}`;
  return nameIn(either ?? schema) || (items ? `${nameIn(items)}-list` : 'file');
}

/** Writes lists of words, parameters, bodies and answers once that several calls have alike. */
export function shareAlike(described: Described): Described {
  const shared: Record<string, Record<string, object>> = {};
  const references = new Map<string, object>();
  const share = (group: string, parts: readonly Named[]) => {
    for (const [written, name] of nameAlike(parts)) {
      (shared[group] ??= {})[name] = JSON.parse(written) as object;
      references.set(written, referenceTo(group, name));
    }
  };
  const refer = <Part>(part: Part) => rewrite(part, (it) => references.get(JSON.stringify(it)) ?? it);

  const lists = Object.entries(contract).filter(([, value]) => Array.isArray(value)) as [string, string[]][];
  const words = new Map(lists.map(([list, of]) => [JSON.stringify({ type: 'string', enum: of }), wordOf(list)]));
  const used: Named[] = [];
  rewrite(described, (it) => {
    const name = words.get(JSON.stringify(it));
    if (name !== undefined && !(name in described.components['schemas']!)) used.push([name, it]);
    return it;
  });
  share('schemas', used);
  const { paths, components } = refer(described);

  const calls = Object.values(paths).flatMap(Object.values<Operation>);
  const parameters = calls.flatMap((call) => call.parameters ?? []).map((it): Named => [it.name, it]);
  share('parameters', parameters);
  const bodies = calls.flatMap(({ requestBody }) => requestBody ?? []).map((it): Named => [nameOfBody(it), it]);
  // Others are a named schema, and shared as that.
  const ofFields = bodies.filter(([name]) => name.startsWith('with-'));
  share('requestBodies', ofFields);
  const answers = calls.flatMap(({ responses }) => Object.entries(responses));
  const named = answers.map(([status, it]): Named => [status.startsWith('2') ? nameOfBody(it) : status, it]);
  share('responses', named);
  const schemas = { ...components['schemas'], ...shared['schemas'] };
  return {
    paths: refer(paths),
    components: { ...shared, schemas: mapValues(schemas, (schema) => extendLargest(schema, schemas)) },
  };
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
