import type { Role } from '@baraza/contract/core/role';

/** Who makes the request. It comes from the token alone; nothing a client sends can change it. */
export interface Caller {
  readonly accountId: string;
  readonly role: Role;
  /** The MDA of officers and supervisors. */
  readonly mdaId: string | null;
  readonly sessionId: string;
  /** Whether a code of an app was asked for at sign-in, beside the password. */
  readonly mfa?: boolean;
  /** When the password was typed last in this session. */
  readonly reauthenticatedAt?: Date | null;
}

/** A session as it is stored, with the account that holds it. */
export interface StoredSession {
  readonly caller: Caller;
  lastUsedAt: Date;
  readonly expiresAt: Date;
}
