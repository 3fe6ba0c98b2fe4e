import type { FastifyReply } from 'fastify';
import type { Caller } from '../auth/session/caller.ts';
import { tooManyRequests } from '../http/errors.ts';

/** A browser with several tabs open needs some; nobody needs hundreds. */
const linesPerAccount = 12;
/** A client that reads this much too slowly is cut off; it comes back and asks for what it missed. */
const maxWaiting = 256 * 1024;

/** A line of server-sent events to one client. */
export interface Line {
  readonly sessionId: string;
  /** Tells the client that the line is open: from here on it misses nothing. */
  begin(): void;
  /** Begins the line if need be. */
  write(text: string): void;
  /** A comment, so that nothing in between takes the line for dead. */
  beat(): void;
  end(): void;
  /** Once the line is over, however that came; at once when it is over already. */
  onEnd(listener: () => void): void;
}

/** The lines that are open in this process. */
export class OpenLines {
  readonly #lines = new Map<string, Set<Line>>();

  /** @throws AppError when the account has too many. */
  start(caller: Caller, reply: FastifyReply): Line {
    const own = this.#lines.get(caller.accountId) ?? new Set();
    if (own.size >= linesPerAccount) throw tooManyRequests(60);
    const line = lineTo(reply, caller.sessionId);
    this.#lines.set(caller.accountId, own.add(line));
    line.onEnd(() => {
      own.delete(line);
      if (own.size === 0) this.#lines.delete(caller.accountId);
    });
    return line;
  }

  all(): Line[] {
    return [...this.#lines.values()].flatMap((own) => [...own]);
  }
}

function lineTo(reply: FastifyReply, sessionId: string): Line {
  const { raw } = reply;
  let begun = false;
  let over = false;
  const write = (text: string) => {
    if (raw.writableLength > maxWaiting) raw.destroy();
    else if (!raw.writableEnded && !raw.destroyed) raw.write(text);
  };
  const begin = () => {
    if (begun || raw.headersSent || raw.destroyed) return;
    begun = true;
    reply.hijack();
    // Nothing else goes over this connection: when the line ends, it must not hold up a server that stops.
    const headers = {
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
      connection: 'close',
    };
    raw.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...headers });
    // At once, so that it gets through; and how long to wait before coming back.
    write('retry: 5000\n\n');
    if (over) raw.end();
  };
  return {
    sessionId,
    begin,
    write(text) {
      begin();
      write(text);
    },
    beat: () => begun && write(': \n\n'),
    end() {
      over = true;
      if (begun) raw.end();
    },
    onEnd(listener) {
      if (raw.destroyed) listener();
      else raw.once('close', listener);
    },
  };
}
