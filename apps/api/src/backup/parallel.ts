/** Does the work for each item, so many at a time. Ends with the first failure, once those under way have ended. */
export async function inParallel<T>(
  items: AsyncIterable<T>,
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.asyncIterator]();
  const failures: unknown[] = [];
  const worker = async () => {
    while (failures.length === 0) {
      const next = await iterator.next();
      if (next.done === true) return;
      await work(next.value);
    }
  };
  const keep = (error: unknown) => void failures.push(error);
  await Promise.all(Array.from({ length: width }, () => worker().catch(keep)));
  await iterator.return?.();
  if (failures.length > 0) throw failures[0];
}
