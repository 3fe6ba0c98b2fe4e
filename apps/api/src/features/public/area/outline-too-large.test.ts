import { createHash } from 'node:crypto';
import { getAreaOutline, listAreas } from '@baraza/contract';
import { beforeAll, expect, test } from 'vitest';
import { sharedTestApp } from '../../../../test/support/server/app.ts';
import { loadAreas } from './load-areas.ts';

const api = sharedTestApp();

const list = (codes: readonly string[]) =>
  Buffer.from(['code,name,parent', ...codes.map((code) => `${code},Area ${code.slice(0, 6)},`)].join('\n'));

/** Builds squares in rows of a hundred. */
function outlineOf(codes: readonly string[]): Buffer {
  const features = codes.map((code, at) => {
    const [west, south] = [(at % 100) / 10, Math.floor(at / 100) / 10];
    const [east, north] = [west + 0.1, south + 0.1];
    const ring = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ];
    return { type: 'Feature', properties: { code }, geometry: { type: 'Polygon', coordinates: [ring] } };
  });
  return Buffer.from(JSON.stringify({ type: 'FeatureCollection', features }));
}

const auditEntries = async () =>
  (await api.pool.query(`select count(*)::int as count from audit where action = 'area.changed'`)).rows;

beforeAll(async () => {
  await loadAreas(api.services.db, list(['L']), outlineOf(['L']));
});

test('an outline far too large for a phone is refused, and its list of areas is not stored', async () => {
  const [areas, outline, entries] = [await api.call(listAreas), await api.call(getAreaOutline), await auditEntries()];
  // Random codes hardly compress: some 200 kB, while the limit is 60.
  const codes = Array.from({ length: 10_000 }, (_, at) => createHash('sha1').update(String(at)).digest('hex'));

  await expect(loadAreas(api.services.db, list(codes), outlineOf(codes))).rejects.toThrow(
    'The outline cannot be used: it has too many shapes to load on a phone; leave out the smallest areas. Nothing was loaded.',
  );

  expect(await api.call(listAreas)).toEqual(areas);
  expect(await api.call(getAreaOutline)).toEqual(outline);
  expect(await auditEntries()).toEqual(entries);
});
