// @vitest-environment happy-dom
import { render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { LoadFailure } from './notice.tsx';

interface Page {
  readonly hasFailed: boolean;
  readonly isPanelThere?: boolean;
}

function renderPage() {
  const page = ({ hasFailed, isPanelThere = true }: Page) => (
    <>
      <h1 tabIndex={-1}>Complaints</h1>
      <input aria-label="Search" />
      {isPanelThere && (
        <section tabIndex={-1} aria-label="Panel">
          {hasFailed && <LoadFailure title="It could not be loaded." retryText="Try again" onRetry={() => undefined} />}
        </section>
      )}
    </>
  );
  const { rerender } = render(page({ hasFailed: true }));
  screen.getByRole('button').focus();
  return (next: Page) => rerender(page(next));
}

const focused = () => document.activeElement;

test('after a successful retry the panel takes the focus', async () => {
  const change = renderPage();

  change({ hasFailed: false });

  await waitFor(() => expect(focused()).toBe(screen.getByLabelText('Panel')));
});

test('after a successful retry the heading takes the focus if the panel is gone', async () => {
  const change = renderPage();

  change({ hasFailed: false, isPanelThere: false });

  await waitFor(() => expect(focused()).toBe(screen.getByRole('heading')));
});

test('a successful retry leaves the focus with a person who has moved on', async () => {
  const change = renderPage();
  screen.getByLabelText('Search').focus();

  change({ hasFailed: false });
  await new Promise(requestAnimationFrame);

  expect(focused()).toBe(screen.getByLabelText('Search'));
});
