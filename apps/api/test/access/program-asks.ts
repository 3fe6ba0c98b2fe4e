import type { ProgramScope } from '@baraza/contract';
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

/** Routes open to all that answer 401 to a wrong code. */
const alwaysOpen = new Set(['POST /api/oidc/session', 'POST /api/public/session', 'POST /track']);

/** Calls that programs may make as people of their role do, with their scope; a signed address needs none. */
const scoped: Readonly<Record<string, ProgramScope | 'any'>> = {
  'GET /api/category/complaints': 'complaint:read',
  'GET /api/mda': 'complaint:read',
  'GET /api/desk/custom-field': 'complaint:read',
  'GET /api/desk/colleague': 'complaint:act',
  'GET /api/desk/unit': 'complaint:act',
  'GET /api/desk/complaint': 'complaint:read',
  'GET /api/desk/complaint/counts': 'complaint:read',
  'GET /api/desk/complaint/total': 'complaint:read',
  'GET /api/desk/complaint/:id': 'complaint:read',
  'GET /api/desk/complaint/:id/similar': 'complaint:read',
  'GET /api/desk/complaint/:id/earlier': 'complaint:read',
  'POST /api/desk/complaint/:id/:action': 'complaint:act',
  'GET /api/desk/report': 'report:read',
  'GET /api/events': 'event:read',
  'GET /api/file/:id': 'any',
};

/** Calls that programs alone make, each for what it sees. */
const forPrograms: Readonly<Record<string, ProgramScope>> = {
  'GET /open311/v2/requests.:format': 'complaint:read',
  'GET /open311/v2/servicerequestupdates.:format': 'complaint:read',
  'POST /open311/v2/requests.:format': 'complaint:file',
};

/** The answer to a program: in its scopes that to its role, where anybody may call the same, otherwise a refusal. */
export function ofProgram(
  route: string,
  way: string,
  { ofNobody, ofRole, scopes }: { ofNobody: number; ofRole: number; scopes: readonly string[] },
): number {
  const has = (scope: string | undefined) => scope === 'any' || scopes.includes(scope ?? '');
  const isMade = has(scoped[route]);
  // It recuses nobody, asks for no identity, takes nothing from who has it, and begins nothing that nobody has.
  if (isMade && ['requestIdentity', 'recuse', 'assign', 'start'].includes(way) && ofRole === 200) return 403;
  if (isMade) return ofRole;
  if (has(forPrograms[route])) return 200;
  return ofNobody !== 401 || (way === '' && alwaysOpen.has(route)) ? ofNobody : 403;
}
