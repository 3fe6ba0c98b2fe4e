import { expect, it } from 'vitest';
import { sharedTestApp } from '../../../../test/support/server/app.ts';
import { createFirstAdministrator } from './first-administrator.ts';

const test = sharedTestApp({ environment: { ADMIN_EMAIL: 'root@town.example', ADMIN_PASSWORD: 'well kept secret' } });

it('one administrator is created, however many processes start simultaneously', async () => {
  const made = await Promise.all([1, 2, 3].map(() => createFirstAdministrator(test.services)));
  expect(made.filter(Boolean)).toHaveLength(1);
});
