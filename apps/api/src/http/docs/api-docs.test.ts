import * as contract from '@baraza/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { sharedTestApp } from '../../../test/support/server/app.ts';

const api = sharedTestApp({ environment: { PRODUCT_NAME: '<Ask> & "Tell"' } });

/** Lists the addresses that a page loads from this server. */
const filesOf = (html: string) => [...html.matchAll(/(?:src|href)="([^"]+)"/gu)].map((match) => match[1] ?? '');

test('the API’s page of documentation loads everything from its own origin', async () => {
  const { statusCode, headers, body } = await api.app.inject('/api/docs');

  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  const files = filesOf(body);
  expect(files.length).toBeGreaterThan(4);
  for (const url of files) expect([url, (await api.app.inject(url)).statusCode]).toEqual([url, 200]);
  const [shown, served] = [await api.app.inject('/api/docs/json'), await api.app.inject('/api/openapi.json')];
  expect(shown.json()).toEqual(served.json());
});

test('the API’s page of documentation has its own content policy and the other security headers', async () => {
  for (const url of ['/api/docs', '/api/docs/', '/api/docs/static/swagger-ui-bundle.js']) {
    const { headers } = await api.app.inject(url);
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; script-src 'self'; .*frame-ancestors 'none'$/,
      ),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
    });
  }
});

test('the content policy of the API’s page applies to no other reply', async () => {
  const { headers } = await api.app.inject('/api/openapi.json');

  expect(headers['content-security-policy']).not.toContain('unsafe-inline');
});

test('the API’s page of documentation shows the name of the product as text', async () => {
  const { body } = await api.app.inject('/api/docs');

  expect(body).toContain('<title>&lt;Ask&gt; &amp; &quot;Tell&quot; API</title>');
});

interface Operation {
  readonly operationId: string;
  readonly requestBody?: { $ref?: string; content: Record<string, { schema: { properties: object } }> };
  readonly responses: Record<string, object>;
}

interface Document {
  readonly paths: Readonly<Record<string, Record<string, Operation>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly responses: object;
    readonly parameters: object;
    readonly requestBodies: object;
  };
}

test('the OpenAPI document is small, and names operations and schemas as the contract does', async () => {
  const { body } = await api.app.inject('/api/openapi.json');
  const { paths, components } = JSON.parse(body) as Document;

  expect(body.length).toBeLessThan(200_000);
  const ids = Object.values(paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId));
  expect(new Set(ids).size).toBe(ids.length);
  const exported = contract as Record<string, unknown>;
  const unknown = ids.filter((id) => !(id in exported));
  expect(unknown.filter((id) => !contract.actions.some((action) => id === `${action}Complaint`))).toEqual([]);
  expect(Object.keys(components.schemas).length).toBeGreaterThan(100);
  expect(components.schemas).toMatchObject({
    Instant: { format: 'date-time' },
    Id: { format: 'uuid' },
    Survey: { properties: { createdAt: { $ref: '#/components/schemas/Instant' } } },
  });
  expect(paths['/api/desk/staff']?.['get']?.responses).toMatchObject({
    200: { content: { 'application/json': { schema: { items: { $ref: '#/components/schemas/Staff' } } } } },
    default: { $ref: '#/components/responses/default' },
  });
  // Names that generated clients carry depend on no other call.
  const shared = [components.parameters, components.requestBodies, components.responses].flatMap(Object.keys);
  expect(shared.filter((name) => /-\d+$/u.test(name) || ids.includes(name))).toEqual([]);
  const named = [...body.matchAll(/"#\/components\/(\w+)\/(\w+)"/gu)];
  const missing = named.filter(
    ([, group = '', name = '']) => !(name in (components as Record<string, object>)[group]!),
  );
  expect(missing).toEqual([]);
});

test('the OpenAPI document says what the parameters of lists mean, which logins there are, and whose scope acts', async () => {
  const { paths, components } = (await api.app.inject('/api/openapi.json')).json<{
    paths: Record<string, Record<string, { description?: string; parameters?: { $ref?: string; name?: string }[] }>>;
    components: { parameters: Record<string, object>; schemas: Record<string, object> };
  }>();
  const shown = paths['/api/desk/complaint']!['get']!.parameters!.map(
    ({ $ref, ...own }) => ($ref ? components.parameters[$ref.split('/').at(-1)!] : own) as { name: string },
  );
  const listed = ['state', 'filed', 'record', 'field', 'alike', 'run', 'updatedSince', 'cursor', 'limit'];
  for (const name of listed)
    expect(shown.find((it) => it.name === name)).toMatchObject({ description: expect.stringMatching(/\.$/u) });
  expect(components.schemas).toMatchObject({ LoginType: { enum: ['user', 'mda'] } });
  expect(JSON.stringify(paths['/api/desk/complaint'])).toContain('The words searched instead');
  expect(paths['/api/desk/complaint/{id}/start']!['post']!.description).toContain('complaint:act');
});

test('the OpenAPI document has a call for each action of staff with the fields that it takes', async () => {
  const { paths, components } = (await api.app.inject('/api/openapi.json')).json<Document>();
  const bodies = components.requestBodies as Record<string, NonNullable<Operation['requestBody']>>;
  const bodyOf = (action: string) => {
    const { $ref, content } = paths[`/api/desk/complaint/{id}/${action}`]?.['post']?.requestBody ?? {};
    return $ref ? bodies[$ref.split('/').at(-1)!]?.content : content;
  };

  const extend = bodyOf('extend')?.['application/json']?.schema;
  expect(extend).toMatchObject({ required: ['reason', 'days', 'version'] });
  expect(Object.keys(extend!.properties)).toEqual(['reason', 'days', 'version']);
  expect(Object.keys(bodyOf('reply')!)).toEqual(['application/json', 'multipart/form-data']);
  expect(bodyOf('withdraw')).toBeUndefined();
});

test('the main calls and schemas have examples, which are as their schemas say', async () => {
  const document = (await api.app.inject('/api/openapi.json')).json<Document>();
  const ajv = addFormats.default(new Ajv2020({ strict: false, formats: { binary: true } }), [
    'date',
    'date-time',
    'uuid',
    'email',
  ]);
  ajv.addSchema(document, 'api');
  const found: string[] = [];
  const faults: unknown[] = [];
  const visit = (part: unknown, place: string) => {
    if (typeof part !== 'object' || part === null) return;
    const { example, examples: several } = part as { example?: object; examples?: object[] };
    const tried = [example].filter(Boolean).map((one) => [`${place}/schema`, one] as const);
    for (const [schema, one] of [...tried, ...(several ?? []).map((it) => [place, it] as const)]) {
      found.push(schema);
      if (!ajv.validate({ $ref: `api#${schema}` }, one)) faults.push([schema, ajv.errors]);
    }
    for (const [name, inner] of Object.entries(part))
      if (!name.startsWith('example')) visit(inner, `${place}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  };
  visit(document, '');

  expect(faults).toEqual([]);
  expect(found).toEqual(
    expect.arrayContaining(['ErrorBody', 'Problem', 'ComplaintEvent'].map((name) => `/components/schemas/${name}`)),
  );
  // File, list, reply, resolve and the two of a token.
  expect(found.filter((place) => place.endsWith('/schema'))).toHaveLength(6);
});
