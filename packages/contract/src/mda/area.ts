import * as z from 'zod/mini';
import { endpoint } from '../core/endpoint.ts';
import { PointText } from '../complaint/point-fields.ts';

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
  mayLag: true,
  reply: z.array(Area),
});

/** A drawing of areas on a plane, whose edges are degrees. */
export const AreaOutline = z.object({
  west: z.number(),
  south: z.number(),
  east: z.number(),
  north: z.number(),
  width: z.number(),
  height: z.number(),
  /** SVG paths in units of the plane, the largest areas first. */
  shapes: z.array(z.object({ code: z.string(), path: z.string() })),
});
export type AreaOutline = z.infer<typeof AreaOutline>;

export const getAreaOutline = endpoint({
  route: 'GET /public/outline',
  summary: 'The outline of the areas; null where the operator loaded none',
  access: 'public',
  mayLag: true,
  reply: z.nullable(AreaOutline),
});

/** Sent in the body, since addresses end up in logs. The point is not stored. */
export const findArea = endpoint({
  route: 'POST /public/area',
  summary: 'The smallest area that a point lies in',
  access: 'public',
  mayLag: true,
  body: z.object(PointText),
  reply: z.object({ code: z.nullable(z.string()) }),
});
