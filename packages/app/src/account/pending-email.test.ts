import { expect, it } from 'vitest';
import { dropEmail, heldEmail, holdEmail } from './pending-email.ts';

it('the email that waits for a code is kept for each purpose until it is dropped', () => {
  holdEmail('verify', 'amara@town.example');

  expect(heldEmail('verify')).toMatchObject({ email: 'amara@town.example', change: false });
  expect(heldEmail('reset')).toBeNull();

  dropEmail('verify');
  expect(heldEmail('verify')).toBeNull();
});
