// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useRestoreFocus } from './use-restore-focus.ts';

function Page({ hasButton }: { hasButton: boolean }) {
  useRestoreFocus();
  return (
    <>
      <h1 tabIndex={-1}>Complaint</h1>
      <input aria-label="Other" />
      {hasButton && <button type="button">Withdraw</button>}
    </>
  );
}

afterEach(cleanup);

test('the heading takes the focus when the focused button is removed', async () => {
  const { rerender } = render(<Page hasButton />);
  screen.getByRole('button').focus();

  rerender(<Page hasButton={false} />);

  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading')));
});

test('removing a button leaves the focus elsewhere unchanged', async () => {
  const { rerender } = render(<Page hasButton />);
  screen.getByRole('button').focus();
  screen.getByRole('textbox').focus();

  rerender(<Page hasButton={false} />);
  await new Promise((done) => setTimeout(done));

  expect(document.activeElement).toBe(screen.getByRole('textbox'));
});
