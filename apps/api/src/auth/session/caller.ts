import type { Language } from '@baraza/contract/core/language';
import type { Role } from '@baraza/contract/core/role';

/** Who makes the request, by the token alone. */
export interface Caller {
  readonly accountId: string;
  readonly role: Role;
  /** The MDA of officers and supervisors. */
  readonly mdaId: string | null;
  readonly sessionId: string;
  /** Whether they opened one complaint with its receipt code, and may do nothing else. */
  readonly isGuest?: boolean;
  readonly mfa?: boolean;
  readonly reauthenticatedAt?: Date | null;
  /** What they write is in this language, as far as known. */
  readonly language?: Language | undefined;
}

/** A session as it is stored, with the account that holds it. */
export interface StoredSession {
  readonly caller: Caller;
  lastUsedAt: Date;
  readonly expiresAt: Date;
}
