import { createServer } from 'node:net';
import type { Settings } from '../config/settings.ts';
import { StartupError } from '../config/startup-error.ts';

type Address = Pick<Settings, 'host' | 'port'> & {
  /** The one setting that names both. */
  readonly setting?: string;
};

export function addressOf({ host, port }: Address): Address {
  return { host, port };
}

/**
 * Makes sure that the address can be listened on, before the long steps of a first start.
 * @throws StartupError saying what is in the way.
 */
export async function requireFreePort(address: Address): Promise<void> {
  const probe = createServer();
  await listen(address, () => {
    return new Promise<void>((resolve, reject) =>
      probe.once('error', reject).listen(address.port, address.host, resolve),
    );
  });
  await new Promise((resolve) => probe.close(resolve));
}

/**
 * Listens, and turns what goes wrong with that into a line for a person.
 * @throws StartupError
 */
export async function listen(address: Address, start: () => Promise<unknown>): Promise<void> {
  try {
    await start();
  } catch (error) {
    const fault = faults[(error as NodeJS.ErrnoException).code ?? ''];
    throw fault ? new StartupError(fault(address)) : error;
  }
}

const nameOf = ({ setting }: Address, other: string) => setting ?? other;

const faults: Readonly<Record<string, (address: Address) => string>> = {
  EADDRINUSE: (it) => `The port ${it.port} of ${it.host} is in use. Set ${nameOf(it, 'PORT')} to another one.`,
  EACCES: (it) =>
    `This user may not use the port ${it.port}. Set ${nameOf(it, 'PORT')} to another one, such as ${it.setting ? 9464 : 3000}.`,
  EADDRNOTAVAIL: (it) => `This computer does not have the address ${it.host}. Check ${nameOf(it, 'HOST')}.`,
  EAFNOSUPPORT: (it) => `This computer does not have the address ${it.host}. Check ${nameOf(it, 'HOST')}.`,
  ENOTFOUND: (it) => `The name ${it.host} is not known here. Check ${nameOf(it, 'HOST')}.`,
  EAI_AGAIN: (it) => `The name ${it.host} is not known here. Check ${nameOf(it, 'HOST')}.`,
};
