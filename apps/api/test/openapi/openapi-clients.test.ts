import { execFile, spawnSync } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScene, type Scene } from '../support/complaints.ts';
import { createProgram } from '../support/programs.ts';
import { sharedTestApp } from '../support/server/app.ts';
import { findProgram, inRepository, listen } from '../support/server/listen.ts';

/* Programs of others read the OpenAPI document, and make clients of it that are used here. */

const api = sharedTestApp();
let folder: string;
let scene: Scene;
let program: string;
let baseUrl: string;

/** What each client reports of its walk. */
const reply = expect.stringContaining('A lorry comes at noon.') as unknown;
const walked = { row: true, state: 'in_progress', reply, refused: 'VERSION_CONFLICT' };

/** Runs a program in the folder; returns its output. */
function run(file: string, ...words: readonly string[]): string {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [inRepository(file), ...words], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${file} failed: ${stdout}${stderr}`);
  return stdout;
}
const compile = () => run('node_modules/typescript/bin/tsc', '--project', 'tsconfig.json');

beforeAll(async () => {
  findProgram('openapi');
  folder = await mkdtemp(path.join(tmpdir(), 'baraza-openapi-'));
  await writeFile(path.join(folder, 'openapi.json'), (await api.app.inject('/api/openapi.json')).body);
  await writeFile(path.join(folder, 'package.json'), '{"type":"module"}');
  const compilerOptions = { module: 'preserve', target: 'es2023', lib: ['es2023', 'dom', 'dom.iterable'], types: [] };
  const options = { ...compilerOptions, strict: true, noEmit: true, rootDir: '.' };
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options }));
  scene = await createScene(api);
  program = (await createProgram(api, { mdaId: scene.mdaId })).token;
  baseUrl = await listen(api);
}, 180_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

test('Redocly finds no error in the OpenAPI document', () => {
  const words = ['lint', '--extends=recommended', '--format=json', 'openapi.json'];
  const { totals } = JSON.parse(run('tools/openapi/node_modules/@redocly/cli/bin/cli.js', ...words)) as {
    totals: Record<string, number>;
  };
  expect(totals).toMatchObject({ errors: 0 });
});

test('the types that openapi-typescript makes compile', () => {
  run('tools/openapi/node_modules/openapi-typescript/bin/cli.js', 'openapi.json', '--output=types.ts');
  expect(compile()).toBe('');
});

test('the client that openapi-ts generates compiles, files, lists, acts and names refusals', async () => {
  run('tools/openapi/node_modules/@hey-api/openapi-ts/bin/run.js', '--input=openapi.json', '--output=client');
  await cp(inRepository('tools/openapi/walk.ts'), path.join(folder, 'walk.ts'));
  compile();

  const { walk } = (await import(pathToFileURL(path.join(folder, 'walk.ts')).href)) as {
    walk: (world: Record<string, string>) => Promise<object>;
  };
  const { citizen, officer, mdaId: mda, categoryId: category } = scene;
  const tokens = { citizen: citizen.token, program, officer: officer.token };
  expect(await walk({ baseUrl, ...tokens, mda, category })).toEqual(walked);
});

test('a client in Go files, lists, acts and names refusals', { tags: 'full', timeout: 300_000 }, async () => {
  const { citizen, officer, mdaId, categoryId } = scene;
  const words = [baseUrl, citizen.token, program, officer.token, mdaId, categoryId];
  const env = { ...process.env, GO111MODULE: 'off', GOCACHE: path.join(folder, 'go') };
  const go = findProgram('go') as string;
  // The server that it calls runs in this process.
  const { stdout } = await promisify(execFile)(go, ['run', inRepository('tools/openapi/walk.go'), ...words], { env });
  expect(JSON.parse(stdout)).toEqual(walked);
});
