import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server for tests. */
export interface MailServer {
  /** Each mail as received, with headers. */
  readonly mails: string[];
  readonly port: number;
  /** Number of mails received and neither accepted nor refused. */
  held(): number;
  /** Number of connections opened. */
  connections(): number;
  close(): Promise<void>;
}

/**
 * Starts a mail server that accepts every mail. It never replies to mails that `holds` names; with `repeats` it refuses
 * each and quotes it. `refuses` names the reply code for an address. Uses a free port unless one is named.
 */
export async function startMailServer(
  port = 0,
  {
    holds = (_mail: string): boolean => false,
    repeats = false,
    refuses = (_address: string): number | undefined => undefined,
  } = {},
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
    onRcptTo({ address }, _, done) {
      const responseCode = refuses(address);
      done(responseCode ? Object.assign(new Error('No such mailbox'), { responseCode }) : null);
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
