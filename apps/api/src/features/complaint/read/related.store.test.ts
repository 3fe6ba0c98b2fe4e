import type { NewComplaint } from '@baraza/contract';
import { beforeEach, expect, test } from 'vitest';
import { createScene, type Scene } from '../../../../test/support/complaints.ts';
import { sharedTestApp } from '../../../../test/support/server/app.ts';
import { loadAreas } from '../../public/area/load-areas.ts';
import { listSimilar } from './related.store.ts';

/*
 * Complaints listed as similar, by distance to the east or west, and by area.
 */

const api = sharedTestApp({ now: '2026-05-04T09:00:00Z' });
let scene: Scene;
beforeEach(async () => {
  scene = await createScene(api);
});

/** Latitude at which a degree of longitude is half as long as at the equator. */
const lat = 60;
const metresEast = (metres: number) => ({
  lat: String(lat),
  lon: String(3.4 + metres / (111_195 * Math.cos((lat / 180) * Math.PI))),
  accuracy: '10',
});
/** Its words have fewer than four letters and are not compared, only the title is. */
const fileOf = (title: string, given: Partial<NewComplaint> = {}) =>
  scene.file({ location: 'Ota', description: '<p>Dry.</p>', ...given, title });
const fileAt = (metres: number, title = 'Culvert blocked') => fileOf(title, metresEast(metres));
const similarTo = (id: string) => listSimilar(api.services.db, scene.officer.caller, id);

test('a complaint within 500 m comes before a farther one on the same latitude', async () => {
  const near = await fileAt(-400);
  const far = await fileAt(2_000);

  const similar = await similarTo(await fileAt(0));

  expect(similar.map(({ id }) => id)).toEqual([near, far]);
});

test('a nearby complaint is found among many newer ones, one further east is not', async () => {
  const near = await fileAt(450, 'Culvert broken');
  await fileAt(700, 'Culvert broken');
  const asked = await fileAt(0, 'Culvert blocked');
  await fileMore(500, 'Lamp dark');
  api.clock.advance(120_000);
  const newer = [await fileOf('Culvert noisy'), await fileOf('Culvert smelly')];

  const similar = (await similarTo(asked)).map(({ id }) => id);

  expect(similar[0]).toBe(near);
  expect(similar.slice(1).toSorted()).toEqual(newer.toSorted());
});

test('similar complaints of the same area come before newer ones', async () => {
  await loadAreas(api.services.db, Buffer.from('code,name,parent\nLA,Lagos,\nKN,Kano,'));
  const inArea = async (area: string) => {
    api.clock.advance(1_000);
    return fileOf('Culvert blocked', { area });
  };
  const [same, other] = [await inArea('LA'), await inArea('KN')];

  const similar = await similarTo(await inArea('LA'));

  expect(similar.map(({ id }) => id)).toEqual([same, other]);
});

/** Inserts complaints about the same MDA, dated a minute from now, directly into the database. */
async function fileMore(count: number, title: string): Promise<void> {
  await api.pool.query(
    `insert into complaint (id, tracking_id, citizen_id, mda_id, category_id, title, description, description_text,
       location, incident_date, state, cycle, version, submitted_at, updated_at)
     select gen_random_uuid(), 'SDP-26-M' || n, $1, $2, $3, $4, '<p>Since May.</p>', 'Since May.',
       'Here', '2026-05-04', 'withdrawn', 1, 1, at, at
     from generate_series(1, $5::int) n, lateral (select $6::timestamptz + interval '1 minute' as at) as later`,
    [scene.citizen.id, scene.mdaId, scene.categoryId, title, count, api.clock.now()],
  );
}
