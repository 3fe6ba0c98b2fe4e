import { StartupError } from '../../config/startup-error.ts';

/** Serves in place of a role that row-level security does not hold. */
export const servingRole = 'baraza_app';

/** For the first query of a connection that serves: as whom it works from then on. */
export const lowerRole = `(select set_config('role', '${servingRole}', false) from pg_roles
  where rolname = session_user and (rolsuper or rolbypassrls))`;

/** Explains the error of a missing serving role. It is missing where the server was never started. */
export function explainMissingRole(error: Error): Error {
  const isMissing = 'code' in error && error.code === '22023';
  return isMissing ? new StartupError(`The database has no role ${servingRole} yet: start the server once.`) : error;
}
