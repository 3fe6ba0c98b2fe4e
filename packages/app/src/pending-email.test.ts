import { expect, it } from 'vitest';
import { createPendingEmail } from './pending-email.ts';

it('remembers an address, also where the browser keeps nothing', () => {
  const verify = createPendingEmail('verify');
  const reset = createPendingEmail('reset');
  expect(verify.held()).toBeNull();
  verify.hold('amara@town.example', { sentAt: 5 });
  expect(verify.held()).toEqual({ email: 'amara@town.example', sentAt: 5, change: false });
  expect(reset.held()).toBeNull();
  verify.drop();
  expect(verify.held()).toBeNull();
});
