import { StartupError } from '../config/startup-error.ts';

/** Prints a line for the person who runs the program. */
export const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Runs a program that ends by itself: one line for what a person can act on, the whole story for what is our own fault. */
export async function runProgram(main: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (error) {
    process.exitCode = 1;
    const line = oneLine(error);
    if (line === undefined) throw error;
    process.stderr.write(`${line}\n`);
  }
}

/** What the system, the database or the object storage has to say needs no stack. */
function oneLine(error: unknown): string | undefined {
  if (error instanceof StartupError) return error.message;
  if (!(error instanceof Error)) return undefined;
  const outside = 'code' in error || '$metadata' in error || error.message.startsWith('Connection terminated');
  return outside ? `It failed: ${error.message.split('\n')[0]}` : undefined;
}
