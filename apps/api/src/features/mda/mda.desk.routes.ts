import { createContact, deleteContact, listMdaStaff, listOwnContacts, updateContact } from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { mdaOf } from '../../auth/session/request-actor.ts';
import { mount } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { listMembersOf, toOwnContact } from './contact.store.ts';
import { addContact, changeContact, dropContact } from './manage-contacts.ts';
import * as staff from './mda-staff.store.ts';

/** Mounts the supervisor's calls for contacts and staff. */
export function mdaDeskRoutes(app: FastifyInstance, all: Services): void {
  mount(app, all, listOwnContacts, async ({ services, caller }) =>
    (await listMembersOf(services.db, mdaOf(caller))).map(toOwnContact),
  );

  mount(app, all, createContact, (context) => addContact(context, context.body));

  mount(app, all, updateContact, (context) => changeContact(context, context.params.id, context.body));

  mount(app, all, deleteContact, (context) => dropContact(context, context.params.id, context.query.version));

  mount(app, all, listMdaStaff, ({ services, caller }) =>
    staff.listMdaStaff(services.db, caller, mdaOf(caller), services.clock.now()),
  );
}
