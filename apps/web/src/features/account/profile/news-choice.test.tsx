// @vitest-environment happy-dom
import type { User } from '@baraza/contract';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderAtPortal } from '../../../lib/testing/render.tsx';
import NewsChoice from './news-choice.tsx';

const user = { id: 'a', email: 'a@town.example', newsWays: ['mail'] } as User;

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });

test('an account with a number and an e-mail chooses one, an order of both, or neither', () => {
  renderAtPortal(<NewsChoice user={user} ways={['phone', 'mail']} />);

  expect(screen.getAllByRole('radio')).toHaveLength(5);
  expect(radio('By SMS, and if it does not arrive, by email').checked).toBe(true);
});

test('an account without an e-mail is offered none', () => {
  renderAtPortal(<NewsChoice user={{ ...user, email: '' }} ways={[]} />);

  expect(screen.getAllByRole('radio')).toHaveLength(2);
  expect(radio('Only here in the portal').checked).toBe(true);
});

test('a choice is sent at once, and taken back on the screen where it failed', async () => {
  const fetched = vi.fn<typeof fetch>(async () => Response.json({ code: 'INTERNAL', message: 'x' }, { status: 500 }));
  vi.stubGlobal('fetch', fetched);
  renderAtPortal(<NewsChoice user={user} ways={['mail']} />);

  fireEvent.click(radio('By SMS'));

  await screen.findByRole('alert');
  expect(fetched).toHaveBeenCalledWith('/api/users/news', expect.objectContaining({ body: '{"ways":["phone"]}' }));
  await waitFor(() => expect(radio('By email').checked).toBe(true));
});
