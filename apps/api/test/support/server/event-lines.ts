/** One server-sent event as received. */
export interface SentEvent {
  readonly data: unknown;
}

/** A client of a stream of server-sent events, over a real connection. */
export interface EventLine {
  readonly status: number;
  readonly type: string | null;
  /** Waits for the next event. */
  next(): Promise<SentEvent>;
  /** Number of comments received so far. */
  comments(): number;
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>;
  close(): void;
}

/** Opens a stream and keeps its events until they are read. */
export async function openEventLine(url: string, token: string): Promise<EventLine> {
  const controller = new AbortController();
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(url, { headers, signal: controller.signal });
  const events: SentEvent[] = [];
  let comments = 0;
  let wake = () => {};
  const take = (block: string) => {
    if (block.startsWith(':')) comments += 1;
    else if (block.includes('data: ')) events.push(readEvent(block));
    wake();
  };
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    async next() {
      while (events.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      return events.shift() as SentEvent;
    },
    comments: () => comments,
    ended: readBlocks(response, take).catch(() => {}),
    close: () => controller.abort(),
  };
}

async function readBlocks(response: Response, take: (block: string) => void): Promise<void> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const bytes of response.body ?? []) {
    const blocks = (rest + decoder.decode(bytes, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) take(block);
  }
}

function readEvent(block: string): SentEvent {
  const line = block.split('\n').find((each) => each.startsWith('data: '));
  return { data: JSON.parse(line?.slice('data: '.length) ?? 'null') };
}
