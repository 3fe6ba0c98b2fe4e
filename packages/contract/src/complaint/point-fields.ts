import * as z from 'zod/mini';
import { message } from '../core/message.ts';

/** A point from the citizen: tapped on a map, or the device's position, which need not be where it happened. */
export const Point = z.object({
  /** WGS 84, in degrees. */
  lat: z.number(),
  lon: z.number(),
  /** Accuracy in metres; null if unknown. */
  accuracy: z.nullable(z.number()),
});
export type Point = z.infer<typeof Point>;

const degrees = (most: number) =>
  z.string({ error: message.coordinates }).check(
    z.trim(),
    z.regex(/^-?\d{1,3}(?:\.\d{1,20})?$/u, { error: message.coordinates, abort: true }),
    z.refine((text) => Math.abs(Number(text)) <= most, { error: message.coordinates }),
  );

/** A latitude and a longitude in a form or a body. */
export const PointText = { lat: degrees(90), lon: degrees(180) };

const blank = z.literal('');
const metres = z.string({ error: message.coordinates }).check(z.trim(), z.regex(/^\d{1,8}$/u, message.coordinates));

/** The fields of a form for a point; blank or absent together. */
export const optionalPoint = {
  lat: z.optional(z.union([blank, PointText.lat], { error: message.coordinates })),
  lon: z.optional(z.union([blank, PointText.lon], { error: message.coordinates })),
  accuracy: z.optional(z.union([blank, metres], { error: message.coordinates })),
};
