import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/server/app.ts';
import { createFirstAdministrator } from './first-administrator.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ environment: { ADMIN_EMAIL: 'root@town.example', ADMIN_PASSWORD: 'well kept secret' } });
});
afterAll(() => test.close());

it('makes one administrator, however many processes start at once', async () => {
  const made = await Promise.all([1, 2, 3].map(() => createFirstAdministrator(test.services)));
  expect(made.filter(Boolean)).toHaveLength(1);
});
