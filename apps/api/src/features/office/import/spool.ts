import { open } from 'node:fs/promises';
import { deserialize, serialize } from 'node:v8';

/** Opens a new file that keeps batches of values: together they may need more memory than there is. */
export async function openSpool(path: string) {
  const file = await open(path, 'wx+', 0o600);
  const sizes: number[] = [];
  return {
    async write(values: readonly unknown[]): Promise<void> {
      const bytes = serialize(values);
      await file.appendFile(bytes);
      sizes.push(bytes.length);
    },
    /** Yields the batches in their order. */
    async *read(): AsyncGenerator<unknown[]> {
      let position = 0;
      for (const size of sizes) {
        const { buffer } = await file.read(Buffer.alloc(size), 0, size, position);
        position += size;
        yield deserialize(buffer) as unknown[];
      }
    },
    [Symbol.asyncDispose]: () => file.close(),
  };
}
