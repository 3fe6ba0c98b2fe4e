import {
  confirmMfa as confirmMfaEndpoint,
  endMfa as endMfaEndpoint,
  getMfa,
  renewRecoveryCodes as renewRecoveryCodesEndpoint,
  startMfa as startMfaEndpoint,
  submitMfaCode,
} from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { confirmMfa, endMfa, readMfa, renewRecoveryCodes, startMfa } from './manage-mfa.ts';
import { mfa } from './sign-in-challenge.ts';

/** Mounts MFA of staff: signing in with it, and managing it. */
export function mfaRoutes(app: FastifyInstance, services: Services): void {
  mount(app, services, submitMfaCode, ({ services: own, body, reply }) => mfa(own, body, reply));

  mount(app, services, getMfa, ({ services: own, caller }) => readMfa(own, caller));

  mount(app, services, startMfaEndpoint, ({ services: own, caller, body, request }) =>
    startMfa(own, caller, body.currentPassword, request),
  );

  mount(app, services, confirmMfaEndpoint, ({ services: own, caller, body, reply }) =>
    confirmMfa(own, caller, body.code, reply),
  );

  mount(app, services, renewRecoveryCodesEndpoint, ({ services: own, caller, body, request }) =>
    renewRecoveryCodes(own, caller, body, request),
  );

  mount(app, services, endMfaEndpoint, async ({ services: own, caller, body, request }) => {
    await endMfa(own, caller, body, request);
    return undefined;
  });
}
