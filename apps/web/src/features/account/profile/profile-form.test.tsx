// @vitest-environment happy-dom
import type { User } from '@baraza/contract';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderAtPortal } from '../../../lib/testing/render.tsx';
import { ProfileForm } from './profile-form.tsx';

afterEach(cleanup);

test('a new email without the password is told that the password is missing', async () => {
  const user = {
    id: 'a',
    first_name: 'A',
    last_name: 'O',
    email: 'a@town.example',
    phone: '+234 803 123 4567',
  } as User;
  renderAtPortal(<ProfileForm user={user} />);
  fireEvent.change(screen.getByLabelText(/^Email/u), { target: { value: 'new@town.example' } });

  fireEvent.click(screen.getByRole('button', { name: /^Save changes/u }));

  const summary = await screen.findByRole('alert');
  expect(summary.textContent).toContain('Password, to confirm the new email: This field is required.');
  expect(screen.queryByText('All fields are required')).toBeNull();
  expect(screen.getByLabelText(/^Password, to confirm the new email/u).getAttribute('aria-invalid')).toBe('true');
});
