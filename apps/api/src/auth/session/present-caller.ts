import type { Database } from '../../db/database.ts';
import { forbidden } from '../../http/errors.ts';
import { findAccountById } from '../account.store.ts';
import type { Caller } from './caller.ts';

/** Returns an earlier caller as their account is by now. @throws AppError FORBIDDEN once it is disabled */
export async function presentCaller(db: Database, caller: Caller): Promise<Caller> {
  const row = await findAccountById(db, caller.accountId);
  if (!row || row.disabledAt) throw forbidden();
  return { ...caller, role: row.role, mdaId: row.mdaId, walls: row.role === 'officer' ? row.walls : null };
}
