import {
  confirmTwoStep as confirmTwoStepEndpoint,
  endTwoStep as endTwoStepEndpoint,
  getTwoStep,
  renewRecoveryCodes as renewRecoveryCodesEndpoint,
  startTwoStep as startTwoStepEndpoint,
  takeSecondStep,
} from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { confirmTwoStep, endTwoStep, readTwoStep, renewRecoveryCodes, startTwoStep } from './manage-two-step.ts';
import { secondStep } from './sign-in-challenge.ts';

/** The second step of staff: signing in with it, and setting it up. */
export function twoStepRoutes(app: FastifyInstance, services: Services): void {
  mount(app, services, takeSecondStep, ({ services: own, body, reply }) => secondStep(own, body, reply));

  mount(app, services, getTwoStep, ({ services: own, caller }) => readTwoStep(own, caller));

  mount(app, services, startTwoStepEndpoint, ({ services: own, caller, body, request }) =>
    startTwoStep(own, caller, body.currentPassword, request),
  );

  mount(app, services, confirmTwoStepEndpoint, ({ services: own, caller, body, reply }) =>
    confirmTwoStep(own, caller, body.code, reply),
  );

  mount(app, services, renewRecoveryCodesEndpoint, ({ services: own, caller, body, request }) =>
    renewRecoveryCodes(own, caller, body, request),
  );

  mount(app, services, endTwoStepEndpoint, async ({ services: own, caller, body, request }) => {
    await endTwoStep(own, caller, body, request);
    return undefined;
  });
}
