import { type SQLWrapper, sql } from 'drizzle-orm';

const domain = '@erased.invalid';
const guestDomain = '@guest.invalid';
const phoneDomain = '@phone.invalid';
const programDomain = '@program.invalid';

/** Returns the address that replaces an erased person's e-mail. */
export const erasedAddress = (accountId: string): string => `${accountId}${domain}`;

/** Builds the SQL condition for such an address. */
export const isErasedSql = (email: SQLWrapper) => sql`${email} like ${`%${domain}`}`;

export const isErasedAddress = (email: string): boolean => email.endsWith(domain);

/** Returns the address that a guest account has in place of an e-mail. */
export const guestAddress = (accountId: string): string => `${accountId}${guestDomain}`;

/** Returns the address that an account by telephone has in place of an e-mail. */
export const phoneAddress = (accountId: string): string => `${accountId}${phoneDomain}`;

export const isPhoneAddress = (email: string): boolean => email.endsWith(phoneDomain);

/** Whether somebody has no e-mail: a guest, or who registered by telephone. */
export const hasNoEmail = (email: string): boolean => email.endsWith(guestDomain) || isPhoneAddress(email);

/** Returns the address that the account of a program has in place of an e-mail. */
export const programAddress = (accountId: string): string => `${accountId}${programDomain}`;

/** Builds the SQL condition for such an address. */
export const isProgramSql = (email: SQLWrapper) => sql`${email} like ${`%${programDomain}`}`;
