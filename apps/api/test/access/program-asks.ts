import { createProgram } from '../support/programs.ts';
import type { Asker } from './ask.ts';

const waiting: (address: (id: string) => string) => Asker =
  (address) =>
  async ({ scene }, _, test) => ({
    url: address((await createProgram(test, { mdaId: scene.mdaId, confirmed: false })).id),
  });

/** Builders of the calls about programs. */
export const programAskers: Record<string, Asker> = {
  'POST /api/desk/token': (_, __, { clock }) => ({
    url: '/api/desk/token',
    json: { name: 'Register', scopes: ['complaint:read'], expires: clock.now().toISOString().slice(0, 10) },
  }),
  'POST /api/desk/program/:id/confirmation': waiting((id) => `/api/desk/program/${id}/confirmation`),
  'DELETE /api/desk/program/:id': waiting((id) => `/api/desk/program/${id}`),
};
