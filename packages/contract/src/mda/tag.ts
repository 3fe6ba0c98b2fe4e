import * as z from 'zod/mini';
import { Tag } from '../complaint/filter.ts';
import { endpoint } from '../core/endpoint.ts';

export const UsedTag = z.object({ name: z.string(), complaints: z.number() });
export type UsedTag = z.infer<typeof UsedTag>;

export const listTags = endpoint({
  route: 'GET /desk/tag',
  summary: 'The tags of the MDA, each with how many complaints have it',
  access: ['supervisor'],
  reply: z.array(UsedTag),
});

/** Also in saved replies, saved views and rules. A name that is taken merges both. */
export const renameTag = endpoint({
  route: 'POST /desk/tag',
  summary: 'Rename a tag of the MDA, or merge it into another',
  access: ['supervisor'],
  body: z.object({ from: Tag, to: Tag }),
  reply: undefined,
});
