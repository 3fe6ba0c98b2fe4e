// @vitest-environment happy-dom
import type { Staff } from '@baraza/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { officer, renderAtDesk } from '../../../lib/testing/render.tsx';
import { ConfirmStaffDialog } from './staff-confirmation.tsx';

const person = { id: 's1', first_name: 'Efua', last_name: 'Boateng', email: 'efua@roads.example' } as Staff;
const by = { id: 'a1', name: 'Ada Obi' };

test.each([
  [{ action: 'invitation', role: null, mda: null, by }, 'To be confirmed: New invitation, requested by Ada Obi'],
  [{ action: 'mfa-reset', role: null, mda: null, by }, 'To be confirmed: Reset two-step sign-in, requested by Ada Obi'],
  [
    { action: 'role', role: 'supervisor', mda: { id: 'm1', name: 'Roads' }, by },
    'To be confirmed: Supervisor, Roads, requested by Ada Obi',
  ],
])('the confirmation dialog names the change and who requested it', (waiting, words) => {
  const staff = { ...person, waiting } as unknown as Staff;
  renderAtDesk(<ConfirmStaffDialog staff={staff} onClose={() => undefined} />);

  expect(screen.getByText('Efua Boateng').closest('p')?.textContent).toBe(`Efua Boateng efua@roads.example${words}`);
});

test.each([true, false])(
  'the confirmation dialog asks for a code if the administrator uses two-step sign-in: %s',
  (mfa) => {
    renderAtDesk(<ConfirmStaffDialog staff={person} onClose={() => undefined} />, { ...officer, mfa });

    expect(screen.queryByLabelText(/^Code from your app/u) !== null).toBe(mfa);
  },
);
