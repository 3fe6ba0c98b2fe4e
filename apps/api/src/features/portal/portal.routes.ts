import { getPortalSettings, type PortalSettings } from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import type { Settings } from '../../config/settings.ts';

/** Mounts the call for the names and contacts of this installation. */
export function portalSettings(settings: Settings): PortalSettings {
  const { productName, supportEmail, supportPhone, mdaPortalUrl, copyright, translation } = settings;
  return { productName, supportEmail, supportPhone, mdaPortalUrl, copyright, translation: translation.of };
}

export function portalRoutes(app: FastifyInstance, services: Services): void {
  mount(app, services, getPortalSettings, async () => portalSettings(services.settings));
}
