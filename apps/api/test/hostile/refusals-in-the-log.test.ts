import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../../src/observability/log.ts';
import { createTestApp, type TestApp } from '../support/server/app.ts';
import { createScene, type Scene } from '../support/complaints.ts';

let api: TestApp;
let app: FastifyInstance;
let scene: Scene;
let lines: Record<string, unknown>[] = [];
beforeAll(async () => {
  api = await createTestApp({ rates: { mfa: { max: 1, seconds: 60 } } });
  scene = await createScene(api);
  const stream = new Writable({
    write(chunk, _, done) {
      lines.push(JSON.parse(String(chunk)) as Record<string, unknown>);
      done();
    },
  });
  app = await api.rebuild({ log: createLog({ logLevel: 'info' }, stream as unknown as NodeJS.WriteStream) });
});
afterAll(async () => {
  await app.close();
  await api.close();
});

async function ask(method: 'POST' | 'PUT', url: string, payload: object, token: string) {
  lines = [];
  const headers = { authorization: `Bearer ${token}` };
  const answer = await app.inject({ method, url, payload, headers, remoteAddress: '10.1.2.3' });
  // The line of a request is written after its reply.
  await expect.poll(() => lines.some((it) => it['msg'] === 'request')).toBe(true);
  return { status: answer.statusCode, lines };
}

test('every refusal is logged with caller, network and reason, and without any input', async () => {
  const { citizen, officer } = scene;
  const id = await scene.fileIn('resolved');
  const canary = 'canary-5kq';
  const changed = { currentPassword: canary, password: canary, confirmPassword: `${canary}x` };
  const withdraw = { id, reason: canary };
  const reply = { version: 3, text: canary };
  const wrong = { code: canary };
  const refused: [
    method: 'POST' | 'PUT',
    url: string,
    body: object,
    by: typeof citizen,
    status: number,
    code: string,
  ][] = [
    // Refused input, a forbidden state, and too many attempts.
    ['PUT', '/api/update-password', changed, citizen, 400, 'VALIDATION_FAILED'],
    ['PUT', '/api/complaint/withdraw-complaint', withdraw, citizen, 409, 'STATE_FORBIDS'],
    ['POST', `/api/desk/complaint/${id}/reply`, reply, officer, 409, 'STATE_FORBIDS'],
    ['POST', '/api/desk/mfa/confirm', wrong, officer, 400, 'CODE_INVALID'],
    ['POST', '/api/desk/mfa/confirm', wrong, officer, 429, 'TOO_MANY_REQUESTS'],
  ];
  for (const [method, url, body, by, status, outcome] of refused) {
    const found = await ask(method, url, body, by.token);
    expect(found.status).toBe(status);
    const reqId = found.lines[0]?.['reqId'];
    expect(found.lines).toEqual([
      expect.objectContaining({ msg: 'request refused', outcome, reqId }),
      expect.objectContaining({
        msg: 'request',
        route: expect.stringMatching(/^\/api\//),
        status,
        actor: by.id,
        ip: '10.1.2.3',
        reqId,
      }),
    ]);
    expect(JSON.stringify(found.lines)).not.toContain(canary);
  }
});

test('no log line holds the address of a request, whether the route exists or not', async () => {
  const id = await scene.fileIn('resolved');
  const canary = 'canary-7vx';
  for (const [url, route] of [
    [`/api/complaint/${id}?q=${canary}`, '/api/complaint/:id'],
    [`/api/nothing/${canary}@example.org`, 'unknown'],
  ] as const) {
    lines = [];
    await app.inject({ url, headers: { authorization: `Bearer ${scene.citizen.token}` } });
    await expect.poll(() => lines.find((it) => it['msg'] === 'request')).toMatchObject({ route });
    expect(JSON.stringify(lines)).not.toMatch(new RegExp(`${canary}|${id}`));
  }
});
