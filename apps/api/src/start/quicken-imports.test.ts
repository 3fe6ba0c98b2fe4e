import { afterEach, expect, test } from 'vitest';
import { killAll, runModule } from '../../test/support/server/processes.ts';

afterEach(killAll);

const url = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);

/** What a process of its own holds once the database library is loaded, in megabytes of JavaScript. */
async function heapAfter(before: string): Promise<number> {
  const text = `
    ${before}
    await import(${url('../db/schema/tables.ts')});
    await import(${url('../db/row-security/scoped-pool.ts')});
    const { drizzle } = await import('drizzle-orm/node-postgres');
    if (typeof drizzle !== 'function') throw new Error('There is no drizzle.');
    console.log(process.memoryUsage().heapUsed / 2 ** 20);`;
  const { firstLine } = runModule(text, { cwd: import.meta.dirname });
  return Number(await firstLine);
}

test('the database library is loaded without reading its package.json for each of its modules', async () => {
  const quick = `const { quickenImports } = await import(${url('./quicken-imports.ts')}); quickenImports();`;
  expect(await heapAfter(quick)).toBeLessThan(60);
});
