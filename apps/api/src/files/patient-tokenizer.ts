import { fromFile, type ITokenizer } from 'strtok3';

/**
 * Most steps to parse a file.
 * Real files take some hundreds; one of a million tiny parts would keep the server busy for minutes.
 */
const mostSteps = 20_000;

/** Wraps a tokenizer and stops it after too many steps. */
export async function readPatiently<T>(path: string, read: (tokenizer: ITokenizer) => Promise<T>): Promise<T> {
  const tokenizer = await fromFile(path);
  let steps = 0;
  const counted = new Proxy<ITokenizer>(tokenizer, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        steps += 1;
        if (steps > mostSteps) throw new Error('This file has too many parts.');
        return Reflect.apply(value, target, args) as unknown;
      };
    },
  });
  try {
    return await read(counted);
  } finally {
    await tokenizer.close();
  }
}
