import * as z from 'zod/mini';
import { TypedPassword } from './account-fields.ts';
import { endpoint } from '../core/endpoint.ts';

/** A ZIP with JSON and files: all that is kept about the caller. */
export const exportOwnData = endpoint({
  route: 'GET /users/export',
  summary: 'Everything that is kept about the signed-in citizen, as ZIP',
  access: ['citizen'],
  reply: undefined,
  download: 'application/zip',
});

/** For good. Complaints and feedback stay as cases without a person. */
export const deleteAccount = endpoint({
  route: 'POST /users/delete-account',
  summary: 'Delete the account and erase who its owner is',
  access: ['citizen'],
  body: TypedPassword,
  reply: z.object({ message: z.string() }),
});
