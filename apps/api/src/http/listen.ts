import { StartupError } from '../config/startup-error.ts';

/** Listens. @throws StartupError that names the settings to look at. */
export async function listen(start: () => Promise<unknown>, settings = 'HOST and PORT'): Promise<void> {
  try {
    await start();
  } catch (error) {
    throw new StartupError(`The server cannot listen: ${(error as Error).message}. Check ${settings}.`);
  }
}
