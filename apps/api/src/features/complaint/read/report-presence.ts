import type { reportPresence as endpoint } from '@baraza/contract';
import { and, eq } from 'drizzle-orm';
import { account, complaint } from '../../../db/schema/tables.ts';
import { notFound } from '../../../http/errors.ts';
import type { Context } from '../../../http/mount.ts';
import { announcePresence } from '../../../realtime/pubsub.ts';
import { fullName } from './details.store.ts';
import { readableBy, visibleTo } from './visibility.ts';

/** Announces that the caller has a complaint open, unless it is only offered to them. */
export async function reportPresence({ services, caller, params, body }: Context<typeof endpoint>): Promise<void> {
  const { id: accountId, ...name } = account;
  const [row] = await services.db
    .select({
      mdaId: complaint.mdaId,
      recusedStaff: complaint.recusedStaff,
      isTheirs: visibleTo(caller).mapWith(Boolean),
      name: fullName(name),
    })
    .from(complaint)
    .innerJoin(account, eq(accountId, caller.accountId))
    .where(and(eq(complaint.id, params.id), readableBy(caller)));
  if (!row) throw notFound();
  if (!row.isTheirs) return;
  const person = { id: caller.accountId, name: row.name };
  await announcePresence(services.db, row, { complaint: params.id, person, ...body });
}
