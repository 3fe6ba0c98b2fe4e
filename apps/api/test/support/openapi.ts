/** The part of JSON Schema that our OpenAPI document uses. */
export interface Schema {
  readonly type?: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'null';
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
}

/** One call, as the document describes it. */
export interface Operation {
  readonly method: string;
  /** With `{parameters}`. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: { readonly type: string; readonly schema: Schema } | undefined;
  /** The statuses that the document names. */
  readonly statuses: readonly number[];
}

interface Described {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
}

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Writes what parts of a document refer to in their place. */
function resolved(document: OpenApiDocument, part: unknown): unknown {
  return JSON.parse(JSON.stringify(part), (_, value: unknown) => {
    const { $ref } = (value ?? {}) as { $ref?: unknown };
    if (typeof $ref !== 'string') return value;
    const [, , group = '', name = ''] = $ref.split('/');
    return resolved(document, document.components[group]?.[name]);
  });
}

/** Every call of an OpenAPI document. */
export function operationsOf(document: OpenApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const { parameters = [], requestBody, responses } = resolved(document, described) as Described;
      const [content] = Object.entries(requestBody?.content ?? {});
      return {
        method: method.toUpperCase(),
        path,
        parameters,
        body: content && { type: content[0], schema: content[1].schema },
        // The description of the default names the statuses that it stands for.
        statuses: Object.entries(responses).flatMap(([status, { description }]) =>
          status === 'default' ? [...description.matchAll(/\b[45]\d\d\b/gu)].map(Number) : [Number(status)],
        ),
      };
    }),
  );
}
