/** The part of JSON Schema that our OpenAPI document uses. */
export interface Schema {
  readonly type?: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'null';
  readonly format?: string;
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
  readonly responses: Readonly<Record<string, unknown>>;
}

/** Every call of an OpenAPI document. */
export function operationsOf(document: { readonly paths: object }): Operation[] {
  const paths = document.paths as Readonly<Record<string, Readonly<Record<string, Described>>>>;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, responses }]) => {
      const [content] = Object.entries(requestBody?.content ?? {});
      return {
        method: method.toUpperCase(),
        path,
        parameters,
        body: content && { type: content[0], schema: content[1].schema },
        statuses: Object.keys(responses).map(Number),
      };
    }),
  );
}
