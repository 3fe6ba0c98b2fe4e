// @vitest-environment happy-dom
import type { User } from '@baraza/contract';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderAtPortal } from '../../../lib/testing/render.tsx';
import { ProfileForm } from './profile-form.tsx';

const user = {
  id: 'a',
  first_name: 'A',
  last_name: 'O',
  email: 'a@town.example',
  phone: '+234 803 123 4567',
} as User;

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('saving a new email without the password reports the missing password', async () => {
  renderAtPortal(<ProfileForm user={user} />);
  fireEvent.change(screen.getByLabelText(/^Email/u), { target: { value: 'new@town.example' } });

  fireEvent.click(screen.getByRole('button', { name: /^Save changes/u }));

  const summary = await screen.findByRole('alert');
  expect(summary.textContent).toContain('Password, to confirm the new email: This field is required.');
  expect(screen.queryByText('All fields are required')).toBeNull();
  expect(screen.getByLabelText(/^Password, to confirm the new email/u).getAttribute('aria-invalid')).toBe('true');
});

test('saving a profile right after choosing a photo sends the photo too', async () => {
  const sent: FormData[] = [];
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    sent.push(body as FormData);
    return Response.json(user);
  });
  renderAtPortal(<ProfileForm user={user} />);
  fireEvent.change(screen.getByLabelText(/^Last Name/u), { target: { value: 'Obi' } });
  const photo = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], 'face.jpg', { type: 'image/jpeg' });

  fireEvent.change(screen.getByLabelText(/^Profile image/u), { target: { files: [photo] } });
  fireEvent.click(screen.getByRole('button', { name: /^Save changes/u }));

  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.get('file')).toBeInstanceOf(File);
});

test('a changed field of the profile is marked as unsaved until it is changed back', () => {
  renderAtPortal(<ProfileForm user={user} />);
  const save = screen.getByRole<HTMLButtonElement>('button', { name: /^Save changes/u });
  const type = (value: string) => fireEvent.change(screen.getByLabelText(/^Last Name/u), { target: { value } });
  const isUnsaved = () => [screen.queryByText('Not saved yet') !== null, !save.disabled];
  expect(isUnsaved()).toEqual([false, false]);

  type('Obi');
  expect(isUnsaved()).toEqual([true, true]);
  type(user.last_name);

  expect(isUnsaved()).toEqual([false, false]);
});
