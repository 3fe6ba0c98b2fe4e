import { createContact, deleteContact, listMdaStaff, listOwnContacts, updateContact } from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { mdaOf } from '../../auth/session/request-actor.ts';
import { mount } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { todayOf } from '../sla/today.ts';
import * as contacts from './manage-contacts.ts';
import * as staff from './mda-staff.store.ts';

/** Mounts the supervisor's calls for contacts and staff. */
export function mdaDeskRoutes(app: FastifyInstance, all: Services): void {
  mount(app, all, listOwnContacts, ({ services, caller }) => contacts.listOwnContacts(services.db, mdaOf(caller)));
  mount(app, all, createContact, contacts.addContact);
  mount(app, all, updateContact, contacts.changeContact);
  mount(app, all, deleteContact, contacts.dropContact);

  mount(app, all, listMdaStaff, ({ services, caller }) =>
    staff.listMdaStaff(services.db, caller, mdaOf(caller), todayOf(services)),
  );
}
