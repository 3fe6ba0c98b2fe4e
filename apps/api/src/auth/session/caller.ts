import type { Language } from '@baraza/contract/core/language';
import type { ProgramScope, Role } from '@baraza/contract/core/role';

/** Person who makes a request, identified by the token only. */
export interface Caller {
  readonly accountId: string;
  readonly role: Role;
  /** The MDA of officers and supervisors. */
  readonly mdaId: string | null;
  /** Units whose complaints alone an officer behind walls sees. */
  readonly walls?: readonly string[] | null | undefined;
  /** The centre of an agent. */
  readonly centre?: string | null | undefined;
  /** Person of contact of a program, which sees no complaint that they are recused from. */
  readonly contactId?: string | null | undefined;
  /** Groups of calls that a program may make; undefined for people. */
  readonly scopes?: readonly ProgramScope[];
  /** Of a program: the id of its account. */
  readonly sessionId: string;
  /** Whether this is a guest, whose receipt code opens one complaint only. */
  readonly isGuest?: boolean;
  readonly mfa?: boolean;
  readonly reauthenticatedAt?: Date | null;
  /** Language that they write in, if known. */
  readonly language?: Language | undefined;
}

/** A session as it is stored, with the account that holds it. */
export interface StoredSession {
  readonly caller: Caller;
  lastUsedAt: Date;
  readonly expiresAt: Date;
}
