import { getPortalSettings } from '@baraza/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/server/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ environment: { PRODUCT_NAME: 'Ask & Tell', SUPPORT_EMAIL: 'help@town.example' } });
});
afterAll(() => test.close());

it('tells what the installation names its own way, to anybody', async () => {
  expect(await test.call(getPortalSettings)).toMatchObject({
    productName: 'Ask & Tell',
    supportEmail: 'help@town.example',
  });
});
