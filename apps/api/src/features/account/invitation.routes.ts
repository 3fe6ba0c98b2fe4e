import {
  acceptInvitation as acceptInvitationEndpoint,
  readInvitation as readInvitationEndpoint,
} from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { acceptInvitation, readInvitation } from './invite.ts';

/** Mounts the calls of invited staff. */
export function invitationRoutes(app: FastifyInstance, services: Services): void {
  mount(app, services, readInvitationEndpoint, ({ services: own, body, request }) =>
    readInvitation(own, body.invitation, request),
  );

  mount(app, services, acceptInvitationEndpoint, async ({ services: own, body, request }) => {
    await acceptInvitation(own, body, request);
    return { message: 'Your password is set. Please log in with it.' };
  });
}
