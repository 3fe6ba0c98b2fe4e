import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findPrograms } from './programs.ts';
import { startProgram, type RunAs, type Watched } from './watched.ts';

interface Proxied {
  /** The request that a server in use answers with 200. */
  readonly check: string;
  /** Name, address and further words of each server. */
  readonly servers: readonly string[];
  /** Forwards bytes instead of requests, and cuts the connections of a server that fails its check. */
  readonly isTcp?: true;
  readonly as?: RunAs | undefined;
}

/** Starts HAProxy, which forwards to the servers that pass their check. */
export async function startHaproxy(
  folder: string,
  port: number,
  { check, servers, isTcp, as }: Proxied,
): Promise<Watched> {
  const file = path.join(folder, 'haproxy.cfg');
  const lines = [
    'defaults',
    `  mode ${isTcp ? 'tcp' : 'http'}`,
    '  maxconn 500',
    '  timeout connect 4s',
    '  timeout check 4s',
    '  timeout client 24h',
    '  timeout server 24h',
    '  option redispatch',
    'listen baraza',
    `  bind 127.0.0.1:${port}`,
    '  balance roundrobin',
    `  option httpchk ${check}`,
    '  http-check expect status 200',
    `  default-server check ${isTcp ? 'inter 1s fall 2 rise 1 on-marked-down shutdown-sessions' : 'inter 500ms fall 1 rise 1'}`,
    ...servers.map((server) => `  server ${server}`),
    '',
  ];
  await writeFile(file, lines.join('\n'));
  return startProgram([findPrograms('patroni').haproxy, '-db', '-f', file], as, folder);
}
