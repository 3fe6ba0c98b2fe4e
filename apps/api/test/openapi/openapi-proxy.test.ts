import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScene, type Scene } from '../support/complaints.ts';
import { type OpenApiDocument, operationsOf } from '../support/openapi.ts';
import { createProgram } from '../support/programs.ts';
import { createTestApp, type TestApp } from '../support/server/app.ts';
import { listen } from '../support/server/listen.ts';
import { installed, startPrism } from '../support/server/prism.ts';

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

describe('programs of Stoplight', { timeout: 180_000 }, () => {
  let api: TestApp;
  let scene: Scene;
  let prism: Awaited<ReturnType<typeof startPrism>>;

  beforeAll(async () => {
    api = await createTestApp();
    scene = await createScene(api);
    prism = await startPrism((await api.app.inject('/api/openapi.json')).body, await listen(api));
    await writeFile(path.join(prism.folder, 'rules.json'), '{"extends":["spectral:oas"]}');
  }, 300_000);
  afterAll(async () => {
    await prism.stop();
    await api.close();
  });

  /** Calls through Prism, which answers 500 in place of what the document does not describe. */
  async function call(route: string, token?: string, body?: object | FormData, headers = {}): Promise<Answer> {
    const [method = '', url = ''] = route.split(' ');
    const isForm = body instanceof FormData;
    const answer = await fetch(`${prism.address}/api${url}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json');
    const read = isJson ? (JSON.parse(text) as Answer['body']) : {};
    if (answer.status >= 500) throw new Error(`${route}: ${text}`);
    return { status: answer.status, body: read };
  }

  test('Spectral finds no error in the OpenAPI document', () => {
    const words = ['lint', 'openapi.json', '--ruleset=rules.json', '--fail-severity=error', '--format=text'];
    const { status, stdout } = spawnSync(process.execPath, [installed('spectral-cli/dist/index.js'), ...words], {
      cwd: prism.folder,
      encoding: 'utf8',
    });
    expect({ status, errors: stdout.split('\n').filter((line) => / error /u.test(line)) }).toEqual({
      status: 0,
      errors: [],
    });
  });

  test('Prism finds no difference between the document and the life of a complaint', async () => {
    const { token: program } = await createProgram(api, { mdaId: scene.mdaId });
    const { token: citizen } = scene.citizen;
    const { token: officer } = scene.officer;
    const fields = new FormData();
    for (const [name, value] of Object.entries(scene.fields())) fields.set(name, value);

    const filed = await call('POST /complaint', citizen, fields, { 'idempotency-key': 'through-prism-1' });
    expect(filed.status).toBe(201);
    const { id } = filed.body;
    expect((await call('GET /desk/complaint?sort=latest', program)).status).toBe(200);
    const act = async (action: string, body: object | FormData) =>
      call(`POST /desk/complaint/${id}/${action}`, officer, body);
    const started = await act('start', { version: 1 });
    const version = Number(started.body['version']);
    const form = new FormData();
    form.set('text', 'A lorry comes at noon.');
    form.set('version', String(version));
    expect([started.status, (await act('reply', form)).status]).toEqual([200, 200]);

    expect((await act('reply', { text: 'Again', version })).body['code']).toBe('VERSION_CONFLICT');
    expect((await act('start', { version: version + 1 })).body['code']).toBe('STATE_FORBIDS');
    expect((await act('resolve', { version: version + 1 })).body['code']).toBe('VALIDATION_FAILED');
    expect((await act('resolve', { text: 'It flows.', outcome: 'solved', version: version + 1 })).status).toBe(200);
    expect((await call(`GET /complaint/${id}`, citizen)).body['status']).toBe('Resolved');
    expect((await call(`GET /complaint/${crypto.randomUUID()}`, citizen)).body['code']).toBe('NOT_FOUND');
    expect((await call('GET /complaint?colour=red', citizen)).status).toBe(400);
    expect((await call('GET /complaint', 'unknown')).body['code']).toBe('UNAUTHENTICATED');
    expect((await call('GET /desk/audit', program)).body['code']).toBe('SCOPE_MISSING');
  });

  test('Prism finds no difference in what anybody reads', async () => {
    const id = await scene.fileIn('resolved');
    const document = JSON.parse((await api.app.inject('/api/openapi.json')).body) as OpenApiDocument;
    const reads = operationsOf(document).filter(
      ({ method, path: url }) => method === 'GET' && !/stream|sse/u.test(url),
    );
    const people = [
      scene.citizen,
      scene.officer,
      scene.supervisor,
      await api.staff('administrator'),
      await api.staff('oversight'),
    ];
    const faults: string[] = [];
    let readable = 0;
    for (const { path: url } of reads)
      for (const { token } of people) {
        const route = `GET ${url.replace('/api', '').replaceAll(/\{\w+\}/gu, id)}`;
        try {
          if ((await call(route, token)).status === 200) readable += 1;
        } catch (error) {
          faults.push((error as Error).message);
        }
      }
    expect(faults).toEqual([]);
    expect(readable).toBeGreaterThan(150);
  });
});
