import * as contract from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../../http/mount.ts';
import type { Services } from '../../../services.ts';
import { listTags } from './tag.store.ts';
import { renameTag } from './rename-tag.ts';

/** Mounts the calls for tags. */
export function tagDeskRoutes(app: FastifyInstance, all: Services): void {
  mount(app, all, contract.listTags, ({ services, caller }) => listTags(services.db, caller));
  mount(app, all, contract.renameTag, renameTag);
}
