import { rowOf } from '../support/complaints.ts';
import { createProgram, createWebhook } from '../support/programs.ts';
import type { Asker } from './ask.ts';

const waiting: (address: (id: string) => string) => Asker =
  (address) =>
  async ({ scene }, _, test) => ({
    url: address((await createProgram(test, { mdaId: scene.mdaId, confirmed: false })).id),
  });

const ofComplaint =
  (list: string): Asker =>
  async ({ complaintId }, _, test) => ({
    url: `/open311/v2/${list}/${(await rowOf(test, complaintId)).row.trackingId}.json`,
  });

/** Builders of the calls about programs. */
export const programAskers: Record<string, Asker> = {
  'POST /api/desk/token': (_, __, { clock }) => ({
    url: '/api/desk/token',
    json: { name: 'Register', scopes: ['complaint:read'], expires: clock.now().toISOString().slice(0, 10) },
  }),
  'POST /api/desk/webhook': () => ({
    url: '/api/desk/webhook',
    json: { name: 'Register', url: 'https://register.example/events' },
  }),
  'POST /api/desk/webhook/:id/secret': async ({ scene }, _, test) => ({
    url: `/api/desk/webhook/${(await createWebhook(test, scene.mdaId)).id}/secret`,
  }),
  'GET /api/desk/webhook/:id/delivery': async ({ scene }, _, test) => ({
    url: `/api/desk/webhook/${(await createWebhook(test, scene.mdaId)).id}/delivery`,
  }),
  'POST /api/desk/webhook/:id/delivery': async ({ scene }, _, test) => {
    const { id, deliveryId } = await createWebhook(test, scene.mdaId);
    return { url: `/api/desk/webhook/${id}/delivery`, json: { delivery: deliveryId } };
  },
  'POST /api/desk/program/:id/confirmation': waiting((id) => `/api/desk/program/${id}/confirmation`),
  'DELETE /api/desk/program/:id': waiting((id) => `/api/desk/program/${id}`),
  'GET /open311/discovery.:format': () => ({ url: '/open311/discovery.json' }),
  'HEAD /open311/discovery.:format': () => ({ url: '/open311/discovery.json' }),
  'HEAD /open311/v2/services.:format': () => ({ url: '/open311/v2/services.json' }),
  'HEAD /open311/v2/services/:code.:format': ({ scene }) => ({
    url: `/open311/v2/services/${scene.fields().category}.json`,
  }),
  'GET /open311/v2/services.:format': () => ({ url: '/open311/v2/services.json' }),
  'GET /open311/v2/services/:code.:format': ({ scene }) => ({
    url: `/open311/v2/services/${scene.fields().category}.json`,
  }),
  'GET /open311/v2/requests/:id.:format': ofComplaint('requests'),
  'GET /open311/v2/tokens/:id.:format': ofComplaint('tokens'),
  'GET /open311/v2/requests.:format': () => ({ url: '/open311/v2/requests.json' }),
  'GET /open311/v2/servicerequestupdates.:format': () => ({ url: '/open311/v2/servicerequestupdates.json' }),
  'GET /open311/v2/*': () => ({ url: '/open311/v2/inquiries.json' }),
  'POST /open311/v2/*': () => ({ url: '/open311/v2/inquiries.json' }),
  'POST /open311/v2/requests.:format': ({ scene }) => ({
    url: '/open311/v2/requests.json',
    json: { service_code: scene.fields().category, description: 'The tap is dry', address_string: 'Hill Road' },
  }),
};
