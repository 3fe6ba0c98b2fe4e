import { getPortalSettings } from '@baraza/contract';
import { expect, it } from 'vitest';
import { sharedTestApp } from '../../../../test/support/server/app.ts';

const test = sharedTestApp({ environment: { PRODUCT_NAME: 'Ask & Tell', SUPPORT_EMAIL: 'help@town.example' } });

it('the names and contacts of the installation are public', async () => {
  expect(await test.call(getPortalSettings)).toMatchObject({
    productName: 'Ask & Tell',
    supportEmail: 'help@town.example',
  });
});
