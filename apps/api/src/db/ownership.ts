import { StartupError } from '../config/startup-error.ts';

/**
 * Runs what makes or changes tables.
 * @throws StartupError when the database does not let the role do that, as when someone else owns it.
 */
export async function asOwner<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isForbidden(error) && !(error instanceof Error && isForbidden(error.cause))) throw error;
    throw new StartupError(
      'The role in DATABASE_URL may not create tables in this database. Make it the owner: ALTER DATABASE <name> OWNER TO <role>;',
    );
  }
}

function isForbidden(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '42501';
}
