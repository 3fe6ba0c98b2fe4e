import fastJson from 'fast-json-stringify';
import * as z from 'zod/mini';

/**
 * Compiles how replies of a schema are written: the declared fields and no others, so that no column leaks by accident. A declared
 * field that is missing throws.
 */
export function replySerializer(reply: z.ZodMiniType): (value: unknown) => string {
  const schema = z.toJSONSchema(reply, { override: ({ jsonSchema }) => writeNullable(jsonSchema) });
  return fastJson(schema as fastJson.Schema);
}

/** Turns `anyOf` a type and null into a nullable type: the library would validate each value against both. */
function writeNullable(schema: z.core.JSONSchema.BaseSchema): void {
  const [type, none] = schema.anyOf ?? [];
  if (schema.anyOf?.length !== 2 || type === undefined || none?.type !== 'null') return;
  delete schema.anyOf;
  Object.assign(schema, type, { nullable: true });
}
