import * as contract from '@baraza/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { mount } from '../../../http/mount.ts';
import { plainRoute, readForms } from '../../../http/page/plain-page.ts';
import type { Services } from '../../../services.ts';
import { openProvider } from './provider.ts';
import { endByProvider, enter, receive, startJourney, startSignIn } from './provider-sign-in.ts';

/** Mounts sign-in by the provider of the settings: its start, return, session and log-out. */
export function oidcRoutes(app: FastifyInstance, services: Services): void {
  const provider = openProvider(services.settings);
  readForms(app);
  mount(app, services, contract.startProviderSignIn, (context) => startSignIn(context, provider));
  mount(app, services, contract.linkProvider, ({ caller: { accountId }, reply }) =>
    startJourney(services, provider, reply, { accountId }),
  );
  mount(app, services, contract.enterByProvider, enter);

  app.get('/oidc/callback', plainRoute, async (request, reply) => {
    const page = await receive(services, provider, request);
    return reply.redirect(new URL(page, services.settings.mdaPortalUrl.replace(/\/?$/, '/')).href, 303);
  });
  app.post('/oidc/logout', plainRoute, async (request: FastifyRequest<{ Body: { logout_token?: unknown } }>, reply) => {
    await endByProvider(services, provider, String(request.body?.logout_token));
    return reply.code(200).send();
  });
}
