import {
  type GuestChoices,
  listGuestChoices,
  openGuestSession,
  submitGuestComplaint,
  takeOverComplaint,
} from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { languageOf } from '../../http/network.ts';
import { mount } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { listCategories } from '../category/category.store.ts';
import { listMdasWithJurisdictions } from '../mda/mda.store.ts';
import { openGuestSession as open } from './open-guest-session.ts';
import { takeOver } from './take-over.ts';
import { submitGuestComplaint as submit } from './submit-guest-complaint.ts';

/** What people do without an account. */
export function guestRoutes(app: FastifyInstance, services: Services): void {
  mount(app, services, listGuestChoices, () => listChoices(services));

  mount(app, services, submitGuestComplaint, async ({ body: fields, files: sent, headers, request }) => {
    const { 'idempotency-key': key, 'proof-of-work': proof } = headers;
    return submit(services, {
      fields,
      files: [...sent.files, ...sent.audio],
      key,
      proof,
      language: languageOf(request),
    });
  });

  mount(app, services, openGuestSession, async ({ body, request }) => open(services, body, request));

  mount(app, services, takeOverComplaint, async ({ body, caller, request }) =>
    takeOver(services, caller, body, request),
  );
}

/** What a complaint without an account may be about. */
export async function listChoices({ db }: Services): Promise<GuestChoices> {
  const [mdas, categories] = await Promise.all([listMdasWithJurisdictions(db), listCategories(db, 'complaint')]);
  return { mdas, categories };
}
