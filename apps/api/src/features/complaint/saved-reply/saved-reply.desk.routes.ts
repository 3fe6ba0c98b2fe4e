import { createSavedReply, deleteSavedReply, listSavedReplies, updateSavedReply } from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../../http/mount.ts';
import type { Services } from '../../../services.ts';
import * as manage from './manage-saved-replies.ts';

/** Mounts the calls for saved replies. */
export function savedReplyDeskRoutes(app: FastifyInstance, all: Services): void {
  mount(app, all, listSavedReplies, manage.listSavedReplies);
  mount(app, all, createSavedReply, manage.addSavedReply);
  mount(app, all, updateSavedReply, manage.changeSavedReply);
  mount(app, all, deleteSavedReply, manage.dropSavedReply);
}
