// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PhotoField } from './photo-field.tsx';

const photo = (name: string) => new File([new Uint8Array([0xff, 0xd8, 0xff])], name, { type: 'image/jpeg' });
const [made, revoked] = [vi.fn<typeof URL.createObjectURL>(), vi.fn<(url: string) => void>()];

function Profile() {
  const [chosen, choose] = useState<File | null>(null);
  return <PhotoField id="photo" label="Photo" photo={chosen} onChange={choose} name="Ada Obi" />;
}

const choose = (file: File) => fireEvent.change(screen.getByLabelText(/^Photo/u), { target: { files: [file] } });
const shown = () => document.querySelector('img')?.getAttribute('src') ?? null;

beforeEach(() => {
  made.mockImplementation((file) => `blob:${(file as File).name}`);
  vi.spyOn(URL, 'createObjectURL').mockImplementation(made);
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(revoked);
  render(<Profile />);
});
afterEach(() => {
  cleanup();
  vi.resetAllMocks();
});

test('a newly chosen photo of a profile replaces the preview and revokes its object URL', async () => {
  choose(photo('a.jpg'));
  await waitFor(() => expect(shown()).toBe('blob:a.jpg'));

  choose(photo('b.jpg'));
  await waitFor(() => expect(shown()).toBe('blob:b.jpg'));

  expect(revoked.mock.calls).toEqual([['blob:a.jpg']]);
});

test('a file that is no photo shows an error and keeps the preview of a profile’s photo', async () => {
  choose(photo('a.jpg'));
  await waitFor(() => expect(shown()).toBe('blob:a.jpg'));

  choose(new File(['words'], 'b.txt', { type: 'text/plain' }));

  expect(await screen.findByRole('alert')).toBeTruthy();
  await waitFor(() => expect(shown()).toBe('blob:a.jpg'));
});

test('removing the photo of a profile revokes its object URL and keeps the focus in the field', async () => {
  choose(photo('a.jpg'));
  fireEvent.click(await screen.findByRole('button', { name: 'Remove' }));

  await waitFor(() => expect(revoked).toHaveBeenCalledWith('blob:a.jpg'));
  expect([shown(), document.activeElement]).toEqual([null, screen.getByLabelText(/^Photo/u)]);
});
