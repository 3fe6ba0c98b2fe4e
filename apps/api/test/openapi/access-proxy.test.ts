import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { askInTurn } from '../access/access-asks.ts';
import { accessTable } from '../access/access-table.ts';
import { type AccessWorld, createAccessWorld } from '../access/access-world.ts';
import type { Ask } from '../access/ask.ts';
import type { Actor, Visitor } from '../access/actors.ts';
import type { OpenApiDocument } from '../support/openapi.ts';
import { listen } from '../support/server/listen.ts';
import { startPrism } from '../support/server/prism.ts';

/* The calls of the access table, made through Prism, which compares each answer with the OpenAPI document. */

const callers: readonly Actor[] = ['nobody', 'owner', 'officer', 'supervisor', 'administrator', 'oversight', 'program'];

let world: AccessWorld;
beforeAll(async () => {
  world = await createAccessWorld(() => ({}));
  return () => world.close();
});

test('Prism finds no difference in the calls of the access table', { tags: 'full', timeout: 600_000 }, async () => {
  const { body: text } = await world.app.inject('/api/openapi.json');
  const prism = await startPrism(text, await listen(world));
  onTestFinished(prism.stop);
  const { paths } = JSON.parse(text) as OpenApiDocument;
  const known = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/gu, '[^/]+')}$`, 'iu')),
  );
  const isKnown = (call: string) => known.some((form) => form.test(call)) && !/stream|sse/u.test(call);
  const faults: string[] = [];
  let made = 0;

  for (const row of accessTable.filter(({ way }) => way !== 'cross-site')) {
    const calls = askInTurn(row, world.estate, world.test);
    for (const actor of callers) {
      const visitor = await world.visit(actor);
      const ask = await calls.next(visitor);
      if (!isKnown(`${row.method} ${ask.url.split('?')[0]}`)) continue;
      const { status, answer } = await send(`${prism.address}${ask.url}`, row.method, ask, visitor);
      calls.answered(ask, visitor, status);
      made += 1;
      if (status !== row.expected[actor]) faults.push(`${row.name}, ${actor}: ${status} ${answer.slice(0, 600)}`);
    }
  }

  expect(faults).toEqual([]);
  expect(made).toBeGreaterThan(1_000);
});

async function send(url: string, method: string, { json, form, text, headers }: Ask, visitor: Visitor) {
  const parts = new FormData();
  for (const [name, value] of Object.entries({ ...form })) parts.append(name, value);
  const body = json ? JSON.stringify(json) : form ? parts : text;
  const type = json && { 'content-type': 'application/json' };
  const all = { ...visitor.headers, ...headers, ...type };
  const answer = await fetch(url, { method, headers: all, body, redirect: 'manual' });
  return { status: answer.status, answer: await answer.text() };
}
