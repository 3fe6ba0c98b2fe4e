// @vitest-environment happy-dom
import { ApiError } from '@baraza/contract';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { withPassword } from '../api/reauthentication.ts';
import { renderInApp } from '../testing/render.tsx';
import { PasswordAgain } from './password-again.tsx';

/** Makes a call that is refused until the password is typed again; returns its outcome. */
function callWithPassword() {
  const needed = new ApiError(403, { message: 'Type your password again.', code: 'REAUTH_REQUIRED' });
  const outcome = vi.fn<(what: string) => void>();
  const tries = vi.fn<() => Promise<string>>().mockRejectedValueOnce(needed).mockResolvedValue('done');
  void withPassword(tries).then(outcome, (error: Error) => outcome(error.message));
  return outcome;
}

const typePassword = async () => {
  fireEvent.change(await screen.findByLabelText(/^Current Password/u), { target: { value: 'the right one' } });
  fireEvent.submit(document.querySelector('form')!);
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a call that needs the password asks for it and continues once it is correct', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ message: 'Done' }));
  renderInApp(<PasswordAgain />);
  const outcome = callWithPassword();

  await typePassword();

  await waitFor(() => expect(outcome).toHaveBeenCalledWith('done'));
  expect(screen.queryByLabelText(/^Current Password/u)).toBeNull();
});

test('after a wrong password the dialog asks again', async () => {
  const wrong = { message: 'The password is wrong.', code: 'WRONG_PASSWORD' };
  vi.stubGlobal('fetch', async () => Response.json(wrong, { status: 422 }));
  renderInApp(<PasswordAgain />);
  const outcome = callWithPassword();

  await typePassword();

  expect(await screen.findByText('The password is wrong.')).toBeTruthy();
  expect(outcome).not.toHaveBeenCalled();
});

test('a call fails when its password dialog disappears, as at a log-out', async () => {
  const { unmount } = renderInApp(<PasswordAgain />);
  const outcome = callWithPassword();
  await screen.findByLabelText(/^Current Password/u);

  unmount();

  await waitFor(() => expect(outcome).toHaveBeenCalledWith('Type your password again.'));
});
