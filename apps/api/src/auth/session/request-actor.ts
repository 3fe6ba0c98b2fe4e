import type { FastifyRequest } from 'fastify';
import type { Caller } from './caller.ts';
import { forbidden } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import type { Scope } from '../../db/row-security/scope.ts';

/** Part of a handler's context that names the actor. */
export interface RequestActor {
  readonly services: Services;
  readonly caller: Caller;
  readonly request: FastifyRequest;
}

/** The MDA of an officer or a supervisor, which the database requires. */
export function mdaOf({ mdaId }: Pick<Caller, 'mdaId'>): string {
  if (mdaId === null) throw forbidden();
  return mdaId;
}

/** Limits a caller's queries to the rows of their scope; citizens' queries carry the account instead. */
function scopeOf({ role, mdaId, walls, centre }: Caller): Scope {
  switch (role) {
    case 'citizen':
      return 'system';
    case 'officer':
    case 'supervisor':
      if (mdaId === null) return 'none';
      return walls ? `mda:${mdaId}:${walls.join()}` : `mda:${mdaId}`;
    case 'agent':
      return centre ? `centre:${centre}` : 'none';
    case 'oversight':
    case 'administrator':
      return role;
  }
}

/** Returns the services of a caller; the database of staff is limited to the rows they may see. */
export function servicesFor(caller: Caller | undefined, services: Services): Services {
  if (caller === undefined || caller.role === 'citizen') return services;
  const db = services.scoped(scopeOf(caller));
  return { ...services, db, reads: db };
}
