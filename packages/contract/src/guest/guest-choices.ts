import * as z from 'zod/mini';
import { Named } from '../core/fields.ts';
import { endpoint } from '../core/endpoint.ts';

export const GuestChoices = z.object({
  mdas: z.array(z.object({ id: z.string(), name: z.string(), jurisdictions: z.array(Named) })),
  categories: z.array(Named),
});
export type GuestChoices = z.infer<typeof GuestChoices>;

export const listGuestChoices = endpoint({
  route: 'GET /public/choices',
  summary: 'What a complaint without an account may be about',
  access: 'public',
  reply: GuestChoices,
});
