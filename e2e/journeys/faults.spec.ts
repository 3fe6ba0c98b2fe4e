import { execFile } from 'node:child_process';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { port } from '../support/portal.ts';

/** The short form of `npm run faults`; the long one kills 200 times. */
test('what was answered with success outlives kills and a database that goes away, and a loss would be seen', async () => {
  test.setTimeout(300_000);
  const program = path.join(import.meta.dirname, '../faults/main.ts');
  const words = [program, '--short', `--port=${port + 4}`];
  const { code, output } = await new Promise<{ code: number; output: string }>((resolve) => {
    execFile(process.execPath, words, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });
  expect(code, output).toBe(0);
});
