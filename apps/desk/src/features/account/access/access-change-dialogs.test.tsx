// @vitest-environment happy-dom
import type { AccessChange } from '@baraza/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { officer, renderAtDesk } from '../../../lib/testing/render.tsx';
import { ConfirmAccessDialog } from './access-change-dialogs.tsx';

const change: AccessChange = {
  id: 'c1',
  action: 'invitation',
  subject: { id: 's1', name: 'Efua Boateng', email: 'efua@roads.example' },
  role: null,
  mda: null,
  disabled: false,
  identityAccess: null,
  by: { id: 'a1', name: 'Ada Obi' },
  at: '2026-12-01T08:00:00.000Z',
  undoableUntil: null,
  namesFrom: null,
  version: 3,
};

test.each([
  [{ action: 'invitation' }, 'New invitation'],
  [{ action: 'mfa-reset' }, 'Reset two-step sign-in'],
  [{ action: 'access', role: 'supervisor', mda: { id: 'm1', name: 'Roads' } }, 'Supervisor, Roads'],
  [{ action: 'access', role: 'administrator', disabled: true }, 'Disable'],
  [{ action: 'identity-access', identityAccess: 'open' }, 'All staff of the MDA'],
] as const)('the confirmation dialog names the change and who requested it: %o', (fields, words) => {
  renderAtDesk(<ConfirmAccessDialog change={{ ...change, ...fields }} onClose={() => undefined} />);

  const text = screen.getByText('Efua Boateng').closest('p')?.textContent;
  expect(text).toBe(`Efua Boateng efua@roads.example${words}by Ada Obi`);
});

test.each([true, false])('the confirmation dialog asks for a code if the reader uses two-step sign-in: %s', (mfa) => {
  renderAtDesk(<ConfirmAccessDialog change={change} onClose={() => undefined} />, { ...officer, mfa });

  expect(screen.queryByLabelText(/^Code from your app/u) !== null).toBe(mfa);
});
