import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { getPortalSettings, listLocalNames, type PortalSettings, totalConfirmedRates } from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../../http/mount.ts';
import type { Services } from '../../../services.ts';
import type { Settings } from '../../../config/settings.ts';
import { addMonths } from '../../../domain/working-days.ts';
import { readMonth } from '../numbers/numbers.store.ts';
import { newestMonth } from '../numbers/publish-numbers.ts';
import { namesIn } from '../../../texts/local-names.store.ts';

const mapFile = 'map.pmtiles';

/** Time until a page asks for the newest month again, in milliseconds. */
const freshFor = 60_000;

/** Reads names and contacts of this installation, whether it has a map, and its newest public figure. */
async function readPortalSettings({ settings, db, clock }: Services): Promise<PortalSettings> {
  const newest = await readMonth(db);
  const rates = newest && totalConfirmedRates(newest.agencies);
  return {
    ...settingsWithoutFigure(settings),
    confirmed: rates ? { month: newest.month, of100: rates.rate } : null,
    nextMonth: addMonths(newestMonth(clock.now(), settings.timeZone), 1),
  };
}

function settingsWithoutFigure(settings: Settings): Omit<PortalSettings, 'confirmed' | 'nextMonth'> {
  const { productName, supportEmail, supportPhone, mdaPortalUrl, copyright, translation, dataDir } = settings;
  const map = existsSync(path.join(dataDir, mapFile));
  const signInProvider = settings.oidc?.name ?? null;
  return {
    productName,
    supportEmail,
    supportPhone,
    mdaPortalUrl,
    copyright,
    translation: translation.of,
    map,
    signInProvider,
  };
}

/** Returns a reader of the settings for pages; the same object until one of them changes. */
export function pageSettings(services: Services): () => Promise<PortalSettings> {
  let known: PortalSettings | undefined;
  let readAt = 0;
  return async () => {
    const now = services.clock.now().getTime();
    if (known && now - readAt < freshFor) return known;
    readAt = now;
    // Without the database a page opens all the same.
    const settings = await readPortalSettings(services).catch((error: unknown) => {
      services.log.warn({ err: error }, 'The figure of the landing page could not be read.');
      return known ?? { ...settingsWithoutFigure(services.settings), confirmed: null, nextMonth: '' };
    });
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
  app.get(`/${mapFile}`, { config: { access: 'public' }, schema: { hide: true } }, (_, reply) =>
    reply.header('cache-control', 'public, max-age=3600').sendFile(mapFile),
  );
}
