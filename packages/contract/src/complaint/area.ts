import * as z from 'zod/mini';
import { endpoint } from '../core/endpoint.ts';

/** A place of the operator's list, such as a state, or a ward of one. */
export const Area = z.object({
  code: z.string(),
  name: z.string(),
  /** The code of the area it lies in; null at the top. */
  parent: z.nullable(z.string()),
});
export type Area = z.infer<typeof Area>;

export const listAreas = endpoint({
  route: 'GET /public/area',
  summary: 'The areas to choose from, the largest first; none where the operator loaded none',
  access: 'public',
  reply: z.array(Area),
});
