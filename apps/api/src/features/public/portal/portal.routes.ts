import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { getPortalSettings, listLocalNames, type PortalSettings, totalConfirmedRates } from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../../http/mount.ts';
import type { Services } from '../../../services.ts';
import { readMonth } from '../numbers/numbers.store.ts';
import { nextMonth } from '../numbers/publish-numbers.ts';
import { phoneChannel } from '../../../mail/send-sms.ts';
import { namesIn } from '../../../texts/local-names.store.ts';

const mapFile = 'map.pmtiles';

/** Time until a page asks for the newest month again, in milliseconds. */
const freshFor = 60_000;

/** Reads what pages show of this installation; without the database, the last known figure. */
async function readPortalSettings(services: Services, known?: PortalSettings): Promise<PortalSettings> {
  const { settings, log } = services;
  const { productName, supportEmail, supportPhone, mdaPortalUrl, copyright, translation, dataDir } = settings;
  const confirmed = await readConfirmed(services).catch((error: unknown) => {
    // A page opens all the same.
    log.warn({ err: error }, 'The figure of the landing page could not be read.');
    return known?.confirmed ?? null;
  });
  return {
    productName,
    supportEmail,
    supportPhone,
    mdaPortalUrl,
    copyright,
    translation: translation.of,
    map: existsSync(path.join(dataDir, mapFile)),
    ...(phoneChannel(settings) && { phoneAccounts: true }),
    signInProvider: settings.oidc?.name ?? null,
    confirmed,
    nextMonth: nextMonth(services),
  };
}

async function readConfirmed({ db }: Services): Promise<PortalSettings['confirmed']> {
  const newest = await readMonth(db);
  const rates = newest && totalConfirmedRates(newest.agencies);
  return rates ? { month: newest.month, of100: rates.rate } : null;
}

/** Returns a reader of the settings for pages; the same object until one of them changes. */
export function pageSettings(services: Services): () => Promise<PortalSettings> {
  let known: PortalSettings | undefined;
  let readAt = 0;
  return async () => {
    const now = services.clock.now().getTime();
    if (known && now - readAt < freshFor) return known;
    readAt = now;
    const settings = await readPortalSettings(services, known);
    if (JSON.stringify(settings) !== JSON.stringify(known)) known = settings;
    return known!;
  };
}

export function portalRoutes(app: FastifyInstance, services: Services): void {
  mount(app, services, getPortalSettings, () => readPortalSettings(services));
  mount(app, services, listLocalNames, async ({ services: { db }, query }) =>
    Array.from(await namesIn(db, query.language), ([name, local]) => ({ name, local })),
  );
}

/** Serves ranges of the operator's map, and no other file of the data folder. */
export async function mapRoutes(app: FastifyInstance, { settings }: Services): Promise<void> {
  await app.register(fastifyStatic, { root: settings.dataDir, serve: false, cacheControl: false });
  app.get(`/${mapFile}`, { config: { access: 'public' } }, (_, reply) =>
    reply.header('cache-control', 'public, max-age=3600').sendFile(mapFile),
  );
}
