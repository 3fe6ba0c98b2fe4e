import { type SQLWrapper, sql } from 'drizzle-orm';

const domain = '@erased.invalid';
const guestDomain = '@guest.invalid';

/** What stands in the place of the name of somebody who was erased. */
export const erasedName = { firstName: 'Deleted', lastName: 'account' } as const;

/** What stands in the place of the e-mail of somebody who was erased. */
export const erasedAddress = (accountId: string): string => `${accountId}${domain}`;

/** The same of an address that is written in SQL. */
export const isErasedSql = (email: SQLWrapper) => sql`${email} like ${`%${domain}`}`;

export const isErasedAddress = (email: string): boolean => email.endsWith(domain);

/** What a guest account has for an e-mail address. */
export const guestAddress = (accountId: string): string => `${accountId}${guestDomain}`;

export const isGuestAddress = (email: string): boolean => email.endsWith(guestDomain);
