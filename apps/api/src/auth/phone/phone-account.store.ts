import { fullName } from '@baraza/contract';
import { phoneMessage } from '@baraza/contract/core/message';
import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { account } from '../../db/schema/tables.ts';
import { AppError } from '../../http/errors.ts';
import { isPhoneAddress } from '../../mail/erased.ts';
import type { AccountRow } from '../account.store.ts';

/** Most accounts of one number: each log-in compares the password with all of them. */
export const accountsPerNumber = 4;

/** Lists the accounts that log in by a number, oldest first, and registrations that wait. Locks them against erasure. */
export function listByNumber(db: Database, number: string): Promise<AccountRow[]> {
  const isTheirs = and(eq(account.phone, number), isNotNull(account.phoneUsedAt), isNull(account.disabledAt));
  return db
    .select()
    .from(account)
    .where(isTheirs)
    .orderBy(asc(account.createdAt), asc(account.id))
    .limit(accountsPerNumber + 1)
    .for('key share');
}

/** Whether a registration waits for the code of its number. */
export const isWaiting = ({ emailVerifiedAt }: AccountRow) => emailVerifiedAt === null;

/** Whether somebody gets news and notices by SMS, having no e-mail. */
export const hasPhoneOnly = ({ email }: Pick<AccountRow, 'email'>) => isPhoneAddress(email);

/** Returns the chosen account, or the only one. @throws AppError 409 with those to choose from */
export function chooseAccount(rows: readonly AccountRow[], chosen: string | undefined): AccountRow | undefined {
  if (chosen !== undefined) return rows.find(({ id }) => id === chosen);
  if (rows.length < 2) return rows[0];
  const accounts = rows.map(({ id, firstName, lastName }) => ({
    id,
    name: fullName({ first_name: firstName, last_name: lastName }),
  }));
  throw new AppError('ACCOUNT_CHOICE', phoneMessage.choose, { accounts, fields: { account: phoneMessage.choose } });
}
