import { brotliDecompressSync } from 'node:zlib';
import { findArea, getAreaOutline, listAreas } from '@baraza/contract';
import { expect, test } from 'vitest';
import { failure } from '../../../../test/support/failure.ts';
import { sharedTestApp } from '../../../../test/support/server/app.ts';
import { loadAreas } from './load-areas.ts';
import { drawOutline } from './read-outline.ts';

const api = sharedTestApp();

const csv = Buffer.from('code,name,parent\nL,Lagos,\nL-1,Ikeja,L\nK,Kano,');
const square = (west: number, south: number, size: number) => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];
const feature = (code: string, ...coordinates: number[][][]) => ({
  type: 'Feature',
  properties: { code },
  geometry: { type: 'Polygon', coordinates },
});
const collection = (...features: unknown[]) => Buffer.from(JSON.stringify({ type: 'FeatureCollection', features }));
const lagos = feature('L', square(0, 0, 4), square(3, 3, 0.5));
const find = async (lat: string, lon: string) => (await api.call(findArea, { body: { lat, lon } })).code;

test('a point belongs to the smallest area around it, not to one where it lies in a hole', async () => {
  expect(await api.call(getAreaOutline)).toBeNull();
  const ikeja = { ...feature('L-1'), geometry: { type: 'MultiPolygon', coordinates: [[square(1, 1, 1)]] } };
  expect(await loadAreas(api.services.db, csv, collection(ikeja, lagos))).toEqual({ loaded: 3, retired: 0, shapes: 2 });

  expect([await find('1.5', '1.5'), await find('0.5', '0.5')]).toEqual(['L-1', 'L']);
  expect([await find('3.2', '3.2'), await find('-1', '0.5')]).toEqual([null, null]);
  expect(await failure(api.call(findArea, { body: { lat: '91', lon: '' } }))).toMatchObject({ status: 400 });

  const outline = await api.call(getAreaOutline);
  expect(outline?.shapes.map(({ code }) => code)).toEqual(['L', 'L-1']);
  expect(outline).toMatchObject({ west: 0, south: 0, east: 4, north: 4, height: 4096 });
  const answer = await api.app.inject('/api/public/outline');
  expect(answer.headers).toMatchObject({ 'cache-control': 'public, max-age=3600', vary: 'accept-encoding' });
  expect(answer.headers['content-encoding']).toBeUndefined();
});

test.each([
  ['no JSON', Buffer.from('{'), 'it is not JSON in UTF-8'],
  ['another encoding', Buffer.from([0x22, 0xe9, 0x22]), 'it is not JSON in UTF-8'],
  ['one feature alone', Buffer.from(JSON.stringify(lagos)), 'at type: '],
  ['no feature', collection(), 'at features: '],
  ['no code', collection({ ...lagos, properties: null }), 'at features.0.properties: '],
  ['a line', collection({ ...lagos, geometry: { type: 'LineString', coordinates: [] } }), 'at features.0.geometry'],
  ['an unknown area', collection(feature('X', square(0, 0, 1))), 'it names the area X, which is not in the list'],
  ['an area twice', collection(lagos, lagos), 'it contains the area L twice'],
  ['an open ring', collection(feature('L', [...square(0, 0, 1).slice(0, 4), [9, 9]])), 'does not end where it begins'],
  ['metres', collection(feature('L', square(500_000, 0, 1))), 'at features.0.geometry.coordinates.0.0.0: '],
  [
    'no height',
    collection(
      feature('L', [
        [0, 0],
        [1, 0],
        [2, 0],
        [0, 0],
      ]),
    ),
    'no width or no height',
  ],
])('an outline with %s is refused in one line, and nothing is replaced', async (_, geojson, words) => {
  const before = await api.call(listAreas);
  const loaded = loadAreas(api.services.db, Buffer.from('code,name,parent\nL,Lagos State,'), geojson);
  await expect(loaded).rejects.toThrow(words);
  await expect(loaded).rejects.toThrow(/^[^\n]* Nothing was loaded\.$/u);
  expect(await api.call(listAreas)).toEqual(before);
  expect((await api.call(getAreaOutline))?.shapes).toHaveLength(2);
});

test('an area missing in a later list is neither drawn nor found', async () => {
  expect((await loadAreas(api.services.db, Buffer.from('code,name,parent\nL,Lagos,'))).retired).toBe(2);

  expect((await api.call(getAreaOutline))?.shapes.map(({ code }) => code)).toEqual(['L']);
  expect(await find('1.5', '1.5')).toBe('L');
});

test('a fine outline is simplified until it is small enough, and neighbours still touch', () => {
  const coast = (shift: number) => {
    const points = Array.from({ length: 40_000 }, (_, at): [number, number] => {
      const turn = (at / 40_000) * 2 * Math.PI;
      return [shift + Math.cos(turn) * (1 + Math.sin(at * 7.3) / 9), Math.sin(turn) * (1 + Math.cos(at * 3.1) / 9)];
    });
    return [...points, points[0]!];
  };
  const outline = drawOutline([{ code: 'A', rings: [coast(0)] }]);
  expect(Math.max(outline.width, outline.height)).toBeLessThan(4096);

  const [west, east] = drawOutline([
    {
      code: 'W',
      rings: [
        [
          [0, 0],
          [1, 0.1],
          [1, 0.6],
          [1, 1],
          [0, 1],
          [0, 0],
        ],
      ],
    },
    {
      code: 'E',
      rings: [
        [
          [1, 0.1],
          [2, 0],
          [2, 1],
          [1, 1],
          [1, 0.6],
          [1, 0.1],
        ],
      ],
    },
  ]).shapes;
  expect(west?.path).toBe('M0 2049l2048 -205 0 -1844 -2048 0z');
  expect(east?.path).toBe('M2048 1844l2048 205 0 -2049 -2048 0z');
});

test('the outline of areas is sent compressed, in at most 60 kB', async () => {
  const many = Array.from({ length: 700 }, (_, at) => at);
  const list = Buffer.from(['code,name,parent', ...many.map((at) => `A-${at},Area ${at},`)].join('\n'));
  const coast = (at: number) => {
    const corners = Array.from({ length: 60 }, (_, turn) => {
      const [angle, far] = [(turn / 60) * 2 * Math.PI, 0.3 + (((turn * 7919 + at * 104_729) % 97) / 97) * 0.2];
      return [(at % 27) + Math.cos(angle) * far, Math.floor(at / 27) + Math.sin(angle) * far];
    });
    return feature(`A-${at}`, [...corners, corners[0]!]);
  };
  await loadAreas(api.services.db, list, collection(...many.map(coast)));

  const headers = { 'accept-encoding': 'gzip, br' };
  const { headers: sent, rawPayload } = await api.app.inject({ url: '/api/public/outline', headers });
  expect(sent['content-encoding']).toBe('br');
  expect(rawPayload.length).toBeLessThanOrEqual(60_000);
  const outline = JSON.parse(brotliDecompressSync(rawPayload).toString()) as unknown;
  expect(JSON.stringify(outline).length).toBeGreaterThan(60_000);
  expect(outline).toEqual(await api.call(getAreaOutline));
});
