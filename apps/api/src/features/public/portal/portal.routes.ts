import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { getPortalSettings, type PortalSettings } from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../../http/mount.ts';
import type { Services } from '../../../services.ts';
import type { Settings } from '../../../config/settings.ts';

const mapFile = 'map.pmtiles';

/** Reads the names and contacts of this installation, and whether it has a map. */
export function portalSettings(settings: Settings): PortalSettings {
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

export function portalRoutes(app: FastifyInstance, services: Services): void {
  mount(app, services, getPortalSettings, async () => portalSettings(services.settings));
}

/** Serves ranges of the operator's map, and no other file of the data folder. */
export async function mapRoutes(app: FastifyInstance, { settings }: Services): Promise<void> {
  await app.register(fastifyStatic, { root: settings.dataDir, serve: false, cacheControl: false });
  app.get(`/${mapFile}`, { config: { access: 'public' }, schema: { hide: true } }, (_, reply) =>
    reply.header('cache-control', 'public, max-age=3600').sendFile(mapFile),
  );
}
