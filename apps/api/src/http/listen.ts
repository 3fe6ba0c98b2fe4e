import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import type { Settings } from '../config/settings.ts';
import { StartupError } from '../config/startup-error.ts';

type Address = Pick<Settings, 'host' | 'port'> & {
  /** The one setting that names both. */
  readonly setting?: string;
};

/** Checks that the address is free before the long steps of a start. */
export async function requireFreePort(address: Address): Promise<void> {
  const probe = createServer();
  await listenOn(probe, address);
  await once(probe.close(), 'close');
}

/** Lets a server listen. @throws StartupError with a line for what goes wrong. */
export async function listenOn(server: Server, address: Address): Promise<void> {
  await listen(address, () => once(server.listen(address.port, address.host), 'listening'));
}

/** Listens. @throws StartupError with a line for what goes wrong. */
export async function listen(address: Address, start: () => Promise<unknown>): Promise<void> {
  try {
    await start();
  } catch (error) {
    const fault = faults[(error as NodeJS.ErrnoException).code ?? ''];
    throw fault ? new StartupError(fault(address)) : error;
  }
}

const unknownAddress = ({ host, setting = 'HOST' }: Address) =>
  `This computer does not have the address ${host}. Check ${setting}.`;
const unknownName = ({ host, setting = 'HOST' }: Address) => `The name ${host} is not known here. Check ${setting}.`;

const faults: Readonly<Record<string, (address: Address) => string>> = {
  EADDRINUSE: ({ host, port, setting = 'PORT' }) =>
    `The port ${port} of ${host} is in use. Set ${setting} to another one.`,
  EACCES: ({ port, setting = 'PORT' }) => `This user may not use the port ${port}. Set ${setting} to one above 1023.`,
  EADDRNOTAVAIL: unknownAddress,
  EAFNOSUPPORT: unknownAddress,
  ENOTFOUND: unknownName,
  EAI_AGAIN: unknownName,
};
