import { createJurisdiction, createMda, listAllMdas, updateJurisdiction, updateMda } from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { bypassRowSecurity } from '../../db/row-security/scope.ts';
import type { RequestActor } from '../../auth/session/request-actor.ts';
import { fileAddress } from '../../files/file.store.ts';
import { mount } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { listForAdministrator } from './admin-mda.store.ts';
import { addJurisdiction, addMda, changeJurisdiction, changeMda, showMda } from './manage-mdas.ts';

/** Mounts the administrator's calls for MDAs and jurisdictions. */
export function mdaAdminRoutes(app: FastifyInstance, all: Services): void {
  mount(app, all, listAllMdas, (context) => showAll(context));

  mount(app, all, createMda, async (context) =>
    showOne(context, await addMda(context, context.body, context.files.file[0])),
  );

  mount(app, all, updateMda, async (context) => {
    const { params, body, files } = context;
    await changeMda(context, params.id, body, files.file[0]);
    return showOne(context, params.id);
  });

  mount(app, all, createJurisdiction, async (context) => {
    await addJurisdiction(context, context.params.id, context.body.name);
    return showOne(context, context.params.id);
  });

  mount(app, all, updateJurisdiction, async (context) =>
    showOne(context, await changeJurisdiction(context, context.params.id, context.body)),
  );
}

/** Lists MDAs with their number of open complaints. */
function showAll({ services, caller }: RequestActor) {
  return services.db.transaction(async (tx) => {
    await bypassRowSecurity(tx);
    return listForAdministrator(tx, (fileId) => fileAddress(fileId, services, caller));
  });
}

function showOne(actor: RequestActor, id: string) {
  return actor.services.db.transaction((tx) => showMda(tx, actor, id));
}
