import type { FastifyRequest } from 'fastify';
import type { Caller } from './caller.ts';
import { forbidden } from '../../http/errors.ts';
import type { Services } from '../../services.ts';

/** What a change at the desk is made with: the part of a handler's context that tells who does it. */
export interface RequestActor {
  readonly services: Services;
  readonly caller: Caller;
  readonly request: FastifyRequest;
}

/** The MDA of an officer or a supervisor. The database lets none of them be without. */
export function mdaOf({ mdaId }: Pick<Caller, 'mdaId'>): string {
  if (mdaId === null) throw forbidden();
  return mdaId;
}
