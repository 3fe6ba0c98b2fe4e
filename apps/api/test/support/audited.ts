import { asc, eq } from 'drizzle-orm';
import { audit } from '../../src/db/schema/tables.ts';
import type { TestApp } from './server/app.ts';

/** Reads a person's audit entries, oldest first. */
export async function auditedBy({ services }: Pick<TestApp, 'services'>, { id }: { readonly id: string }) {
  const rows = await services.db
    .select()
    .from(audit)
    .where(eq(audit.actorId, id))
    .orderBy(asc(audit.at), asc(audit.id));
  return rows.map(({ action, outcome, objectKind, objectId, objectLabel, mdaId, detail }) => {
    return { action, outcome, objectKind, objectId, objectLabel, mdaId, detail };
  });
}
