import type { ProgramScope, Role } from '@baraza/contract/core/role';

/** Caller of a read or a step, as the rules of access need it. */
export interface Actor {
  readonly accountId: string;
  readonly role: Role;
  /** The MDA of officers and supervisors. */
  readonly mdaId: string | null;
  /** Units whose complaints alone an officer behind walls sees. */
  readonly walls?: readonly string[] | null | undefined;
  /** The centre of an agent. */
  readonly centre?: string | null | undefined;
  /** Person of contact of a program, which sees no complaint that they are recused from; undefined for people. */
  readonly contactId?: string | null | undefined;
  /** Groups of calls that a program may make; undefined for people. */
  readonly scopes?: readonly ProgramScope[] | undefined;
}
