import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server for tests. */
export interface MailServer {
  /** Each mail as it arrived, headers and all. */
  readonly mails: string[];
  readonly port: number;
  /** How many it has been given and neither takes nor refuses. */
  held(): number;
  /** How many connections were opened to it. */
  connections(): number;
  close(): Promise<void>;
}

/**
 * Starts one that takes every mail, or `holds` those it names for ever, or `repeats` each while it refuses it; on a port that nobody uses
 * unless one is named.
 */
export async function startMailServer(
  port = 0,
  { holds = (_mail: string): boolean => false, repeats = false } = {},
): Promise<MailServer> {
  let [held, connections] = [0, 0];
  const mails: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onConnect(_, done) {
      connections += 1;
      done();
    },
    onData(stream, _, done) {
      let mail = '';
      stream.setEncoding('utf8').on('data', (part: string) => (mail += part));
      stream.on('end', () => {
        if (holds(mail)) return void (held += 1);
        mails.push(mail);
        done(repeats ? new Error(`This is no good: ${mail.replaceAll(/\s+/g, ' ')}`) : null);
      });
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    mails,
    port: (server.server.address() as AddressInfo).port,
    held: () => held,
    connections: () => connections,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
