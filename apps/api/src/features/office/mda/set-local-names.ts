import * as contract from '@baraza/contract';
import { eq } from 'drizzle-orm';
import { recordAuditEvent } from '../../../audit/audit.ts';
import { category, jurisdiction, mda } from '../../../db/schema/tables.ts';
import { updateVersioned } from '../../../db/update-versioned.ts';
import { notFound, requireSeen } from '../../../http/errors.ts';
import type { Context } from '../../../http/mount.ts';

const tables = { mda, jurisdiction, category };

/** Sets what an MDA, a jurisdiction or a category is called in other languages. */
export async function setLocalNames({ services, request, params, body }: Context<typeof contract.setLocalNames>) {
  const { kind, id } = params;
  const table = tables[kind];
  await services.db.transaction(async (tx) => {
    const { name, names, version } = table;
    const [before] = await tx
      .select({ id: table.id, name, names, version })
      .from(table)
      .where(eq(table.id, id))
      .for('update');
    if (!before || id === contract.unknownMda) throw notFound();
    requireSeen(body.version, before);
    await updateVersioned(tx, table, id, { names: body.names });
    const object = { kind, id, label: before.name };
    await recordAuditEvent(tx, services, request, { action: `${kind}.changed`, object, detail: { changed: 'names' } });
  });
}
