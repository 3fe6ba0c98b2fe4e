import type { Role } from '@baraza/contract/core/role';

/** Who acts or reads: what rules need of a caller. */
export interface Actor {
  readonly accountId: string;
  readonly role: Role;
  /** The MDA of officers and supervisors. */
  readonly mdaId: string | null;
}
