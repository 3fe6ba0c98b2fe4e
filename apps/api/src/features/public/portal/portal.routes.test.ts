import { getPortalSettings } from '@baraza/contract';
import { expect, it } from 'vitest';
import { pageSettings } from './portal.routes.ts';
import { sharedTestApp } from '../../../../test/support/server/app.ts';

const test = sharedTestApp({ environment: { PRODUCT_NAME: 'Ask & Tell', SUPPORT_EMAIL: 'help@town.example' } });

it('the names and contacts of the installation are public', async () => {
  expect(await test.call(getPortalSettings)).toMatchObject({
    productName: 'Ask & Tell',
    supportEmail: 'help@town.example',
  });
});

const numbers = (month: string, yes: number, no: number) => {
  const counts = { received: 100, due: 100, kept: 60, reopened: 5, resolved: 100 };
  const rest = { days: 4, expected: 70, group: null, categories: [] };
  const agency = { ...counts, ...rest, name: 'Water Board', answers: { yes, no } };
  return { month, publishedAt: '2026-06-05T00:00:00.000Z', total: counts, funnel: null, agencies: [agency] };
};
const publish = (month: string, yes: number, no: number) =>
  test.pool.query('insert into public_numbers values ($1, $2, true)', [month, numbers(month, yes, no)]);

it('the landing screen shows a share of the newest public month, unless too few answered', async () => {
  await publish('2026-04', 45, 30);
  expect((await test.call(getPortalSettings)).confirmed).toEqual({ month: '2026-04', of100: 60 });
  await publish('2026-05', 10, 5);
  expect((await test.call(getPortalSettings)).confirmed).toBeNull();
});

it('a page reads its figure again after a minute', async () => {
  const read = pageSettings(test.services);
  const before = await read();
  await publish('2026-06', 60, 20);
  expect(await read()).toBe(before);
  test.clock.advance(60_000);
  expect((await read()).confirmed).toEqual({ month: '2026-06', of100: 75 });
});
