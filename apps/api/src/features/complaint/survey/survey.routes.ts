import * as contract from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { forbidden, notFound } from '../../../http/errors.ts';
import { mount } from '../../../http/mount.ts';
import type { Services } from '../../../services.ts';
import { showToCitizen } from '../read/show-complaint.ts';
import { takeSurvey } from './take-survey.ts';

/** Mounts the satisfaction survey, once for each resolution. */
export function surveyRoutes(app: FastifyInstance, services: Services): void {
  mount(
    app,
    services,
    contract.takeSurvey,
    async ({ services: own, body, caller }) => {
      if (body.initiator !== undefined && body.initiator !== caller.accountId) throw forbidden();
      return takeSurvey(own, caller, body);
    },
    async ({ body, caller }) => {
      const { survey } = await showToCitizen(services, caller, body.complaint);
      if (!survey) throw notFound();
      return survey;
    },
  );
}
