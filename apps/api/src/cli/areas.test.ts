import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listAreas } from '@baraza/contract';
import { expect, test, vi } from 'vitest';
import { sharedTestApp } from '../../test/support/server/app.ts';
import { runBeside } from '../../test/support/server/run-program.ts';

// Each run of the program is a Node process of its own.
vi.setConfig({ testTimeout: 90_000 });

const api = sharedTestApp();

async function run(...lines: string[]) {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'areas-')), 'areas.csv');
  await writeFile(file, lines.join('\n'));
  return runBeside(api, 'areas', [file]);
}

test('areas loads a file, or names its wrong lines and loads nothing', async () => {
  expect(await run('code,name,parent', 'L,Lagos,', 'L-1,Ikeja,L')).toEqual({
    code: 0,
    text: 'Loaded: 2. No longer offered: 0.',
  });
  expect(await run('code,name,parent', 'K,Kano,', 'L-1,Ikeja,X')).toEqual({
    code: 1,
    text: 'Line 3: there is no area with the code X.\nNothing was loaded.',
  });
  expect((await api.call(listAreas)).map(({ code }) => code)).toEqual(['L', 'L-1']);
  expect(await runBeside(api, 'areas', [])).toEqual({
    code: 1,
    text: 'Say which file: npm run areas -- FILE [OUTLINE]',
  });
  expect(await runBeside(api, 'areas', ['/nowhere.csv'])).toMatchObject({ code: 1 });
});
