import { fromFile, type ITokenizer } from 'strtok3';

/**
 * How many steps a file may take to be looked at. Real ones take some hundreds; one that was made of a million tiny parts
 * would keep the server busy for minutes.
 */
const mostSteps = 20_000;

/** Lets a parser read a file step by step, and stops it when it takes too many. */
export async function readPatiently<T>(path: string, read: (tokenizer: ITokenizer) => Promise<T>): Promise<T> {
  const tokenizer = await fromFile(path);
  let steps = 0;
  const counted = new Proxy<ITokenizer>(tokenizer, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        steps += 1;
        if (steps > mostSteps) throw new Error('This file has too many parts.');
        return Reflect.apply(value, target, given) as unknown;
      };
    },
  });
  try {
    return await read(counted);
  } finally {
    await tokenizer.close();
  }
}
