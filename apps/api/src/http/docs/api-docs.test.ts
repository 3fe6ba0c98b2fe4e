import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/server/app.ts';
import { type ApiDocument, renderApiDocs } from './api-docs-page.ts';
import { fieldOf, kindOf } from './api-docs-schema.ts';

let test: TestApp;
let document: ApiDocument;
beforeAll(async () => {
  test = await createTestApp({ environment: { PRODUCT_NAME: '<Ask> & "Tell"' } });
  document = (await test.app.inject('/api/openapi.json')).json<ApiDocument>();
});
afterAll(() => test.close());

/** Without the places where a line may break, and the space between elements. */
const plain = (html: string) =>
  html
    .replaceAll(/<wbr\s*\/?>/gu, '')
    .replaceAll(/>\s+/gu, '>')
    .replaceAll(/\s+</gu, '<');

it('the address that people are told shows every call of the document, and each one once', async () => {
  for (const url of ['/api/docs', '/api/docs/']) {
    const { statusCode, body: given, headers } = await test.app.inject(url);
    const body = plain(given);
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    let calls = 0;
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, { operationId, summary }] of Object.entries(methods)) {
        calls += 1;
        const name = `<article id="${operationId}" aria-labelledby="${operationId}-name"><h3 id="${operationId}-name">`;
        expect(body.split(name)).toHaveLength(2);
        expect(body.split(`<a href="#${operationId}">`).length).toBeGreaterThan(1);
        expect(body).toContain(`<b>${method.toUpperCase()}</b>${path}</code>`);
        expect(summary).not.toBe('');
      }
    }
    expect(calls).toBeGreaterThan(80);
    expect(body.match(/<article /g)).toHaveLength(calls);
  }
});

it('the page finds all that it needs, and nothing in it waits for a script or brings a style along', async () => {
  const { body } = await test.app.inject('/api/docs');
  const needed = [...body.matchAll(/(?:src|href)="(\/[^"]+)"/gu)].map((match) => match[1] ?? '');
  expect(needed.toSorted()).toEqual(['/api/docs/style.css', '/api/openapi.json']);
  for (const url of needed) expect((await test.app.inject(url)).statusCode).toBe(200);
  expect(body).not.toMatch(/<script|<style|\sstyle=|\son\w+=|javascript:/u);
  // Each link within the page has an end.
  const ids = new Set([...body.matchAll(/\sid="([^"]+)"/gu)].map((match) => match[1]));
  for (const [, id] of body.matchAll(/href="#([^"]+)"/gu)) expect(ids).toContain(id);
});

it('the page is sent once to each browser', async () => {
  const { headers } = await test.app.inject('/api/docs');
  const again = { url: '/api/docs', headers: { 'if-none-match': String(headers['etag']) } };
  expect((await test.app.inject(again)).statusCode).toBe(304);
});

it('what stands in the settings and in the document is text', async () => {
  expect((await test.app.inject('/api/docs')).body).toContain('<h1>&lt;Ask&gt; &amp; &quot;Tell&quot; API</h1>');
  const bad = '"><img src=x onerror=alert(1)>';
  const operation = {
    operationId: bad,
    summary: bad,
    tags: [bad],
    description: bad,
    parameters: [{ name: bad, in: bad, schema: { type: bad, pattern: bad, description: bad } }],
    requestBody: { content: { [bad]: { schema: { properties: { [bad]: { enum: [bad], default: bad } } } } } },
    responses: { [bad]: { description: bad }, 200: { description: bad, content: { [bad]: {} } } },
  };
  const page = renderApiDocs({ info: { title: bad, version: '1' }, paths: { [bad]: { get: operation } } });
  expect(page).not.toContain('<img');
  expect(page).toContain('&quot;&gt;&lt;img');
});

describe('a value', () => {
  it.each([
    [{ type: 'string', format: 'uuid' }, 'string (uuid)'],
    [{ type: ['string', 'null'] }, 'string or null'],
    [{ type: 'string', const: 'me' }, '"me"'],
    [{ type: 'array', items: { type: 'number' } }, 'list of number'],
    [{ type: 'string', enum: ['a', 'b'] }, '"a" or "b"'],
    [{ anyOf: [{ type: 'object' }, { type: 'null' }] }, 'object or null'],
    [{}, 'any value'],
  ])('%o is %s', (schema, kind) => expect(kindOf(schema)).toBe(kind));

  it('tells what it must keep to, and what is in it', () => {
    const inner = { properties: { id: { type: 'string', maxLength: 9 } }, required: ['id'] };
    const list = { type: 'array', maxItems: 5, items: { type: 'object', ...inner } };
    expect(plain(fieldOf('items', list, false).text)).toBe(
      '<li><code>items</code><span class="kind">list of object, at most 5 entries</span>' +
        '<ul><li><code>id</code><span class="kind">string, required; at most 9 characters</span></li></ul></li>',
    );
    expect(fieldOf('name', { type: 'string', minLength: 1 }, true).text).toContain('string, required; not empty<');
    expect(fieldOf('page', { type: 'integer', minimum: 1, default: 1 }, false).text).toContain(
      '<span class="kind">integer, at least 1; 1 unless given</span>',
    );
  });
});
