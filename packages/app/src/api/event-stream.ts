/** Reads our server's events from pieces of a stream: EventSource cannot carry the Bearer header. */
export function createEventReader(onData: (data: string) => void): (piece: string) => void {
  let rest = '';
  return (piece) => {
    const events = (rest + piece).split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) if (event.startsWith('data: ')) onData(event.slice('data: '.length));
  };
}

/** How long to wait before the next try: doubling from one second to thirty, spread so that not all come at once. */
export function retryDelay(failures: number, random: () => number = Math.random): number {
  const ceiling = Math.min(30_000, 1000 * 2 ** Math.max(0, failures - 1));
  return Math.round(ceiling * (0.5 + random() / 2));
}

/** Feeds each event of one response to `onData` until the stream ends. Rejects when it breaks. */
export async function readEvents(body: ReadableStream<Uint8Array>, onData: (data: string) => void): Promise<void> {
  const read = createEventReader(onData);
  const text = new TextDecoder();
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    read(text.decode(value, { stream: true }));
  }
}
