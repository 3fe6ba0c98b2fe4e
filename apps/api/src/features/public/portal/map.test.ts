import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { getPortalSettings } from '@baraza/contract';
import { expect, test } from 'vitest';
import { sharedTestApp } from '../../../../test/support/server/app.ts';

const api = sharedTestApp();
const url = '/map.pmtiles';

test('a map in the data folder is named in the portal’s settings and served in ranges', async () => {
  expect(await api.call(getPortalSettings)).toMatchObject({ map: false });
  expect((await api.app.inject(url)).json()).toMatchObject({ code: 'NOT_FOUND' });

  const file = path.join(api.services.settings.dataDir, 'map.pmtiles');
  await writeFile(file, 'PMTiles and the rest');
  expect(await api.call(getPortalSettings)).toMatchObject({ map: true });
  const part = await api.app.inject({ url, headers: { range: 'bytes=8-10' } });
  expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([206, 'and', 'bytes 8-10/20']);
  expect(part.headers['cache-control']).toBe('public, max-age=3600');
  const past = await api.app.inject({ url, headers: { range: 'bytes=20-30' } });
  expect([past.statusCode, past.json()]).toEqual([416, expect.objectContaining({ code: 'RANGE_NOT_SATISFIABLE' })]);

  await rm(file);
  expect((await api.app.inject({ url, headers: { range: 'bytes=8-10' } })).statusCode).toBe(404);
});

test('no file of the data folder but the map is served', async () => {
  await writeFile(path.join(api.services.settings.dataDir, 'secret'), 'secret');
  for (const other of ['/secret', '/map.pmtiles/../secret', '/map.pmtiles%2f..%2fsecret']) {
    expect((await api.app.inject(other)).body).not.toContain('"secret"');
    expect((await api.app.inject(other)).statusCode).toBe(404);
  }
});
