import type { AddressInfo } from 'node:net';
import net from 'node:net';
import { updateStaff } from '@baraza/contract';
import { beforeAll, expect, it, vi } from 'vitest';
import { type Person, sharedTestApp } from '../../../test/support/server/app.ts';
import { createScene, type Scene } from '../../../test/support/complaints.ts';
import { endSessions } from './session.store.ts';

const test = sharedTestApp();
let port: number;
let scene: Scene;
beforeAll(async () => {
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  port = (test.app.server.address() as AddressInfo).port;
  scene = await createScene(test);
});

/** Sends the first bytes of a request's body; resolves, once the caller is known, to what sends the rest. */
async function begin(person: Person, line: string, type: string, body: string) {
  // Late enough for a use of the session to be recorded, which the test reads.
  test.clock.advance((person.caller.role === 'citizen' ? 13 : 3) * 60_000);
  const head = `${line} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${person.token}\r\ncontent-type: ${type}`;
  const socket = net.connect(port, '127.0.0.1');
  socket.write(`${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body.slice(0, 4)}`);
  const seen = async () => {
    const { rows } = await test.pool.query('select 1 from session where account_id = $1 and last_used_at = $2', [
      person.id,
      test.clock.now(),
    ]);
    expect(rows).toHaveLength(1);
  };
  await vi.waitFor(seen, { timeout: 10_000 });
  test.clock.advance(1_000);
  return async () => {
    socket.write(body.slice(4));
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString();
  };
}

const events = async (id: string) =>
  (await test.pool.query('select action from complaint_event where complaint_id = $1 order by seq', [id])).rows;

const note = (id: string) => [`POST /api/desk/complaint/${id}/note`, 'application/json'] as const;

it('a slow request body is accepted while its session lasts', async () => {
  const officer = await test.officer(scene.mdaId);
  const id = await scene.file();
  const finish = await begin(officer, ...note(id), JSON.stringify({ text: 'slowly', version: 1 }));
  expect(await finish()).toMatch(/^HTTP\/1\.1 200 /);
  expect(await events(id)).toHaveLength(2);
});

it('a request of staff who were disabled or moved while its body arrived is refused', async () => {
  const administrator = await test.staff('administrator');
  const id = await scene.file();
  for (const change of [{ disabled: true }, { mda: (await test.mda()).id }]) {
    const officer = await test.officer(scene.mdaId);
    const finish = await begin(officer, ...note(id), JSON.stringify({ text: 'slowly', version: 1 }));
    await administrator.call(updateStaff, { body: { id: officer.id, version: 1, ...change } });
    expect(await finish()).toMatch(/^HTTP\/1\.1 401 /);
  }
  expect(await events(id)).toHaveLength(1);
});

it('a request of a citizen whose session ended while its body arrived is refused', async () => {
  const citizen = await test.citizen();
  const fields = { first_name: 'Late', last_name: 'Comer', email: citizen.email, phone: '0800 000 000' };
  const parts = Object.entries(fields).map(
    ([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const type = 'multipart/form-data; boundary=x';
  const finish = await begin(citizen, 'PUT /api/users/update-profile', type, `${parts.join('')}--x--\r\n`);
  await endSessions(test.services.db, citizen.id);
  expect(await finish()).toMatch(/^HTTP\/1\.1 401 /);
  const { rows } = await test.pool.query('select first_name from account where id = $1', [citizen.id]);
  expect(rows).toEqual([{ first_name: 'Ada' }]);
});
