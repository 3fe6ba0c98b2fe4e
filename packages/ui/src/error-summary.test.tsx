// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ErrorSummary } from './error-summary.tsx';

const summary = (attempt: number) => (
  <>
    <ErrorSummary
      title="There is a problem"
      attempt={attempt}
      items={[
        { id: 'name', text: 'Name: too long' },
        { id: 'gone', text: 'Photo: too large' },
      ]}
    />
    <input id="name" />
  </>
);

test('the error summary takes the focus at each failed submit, and not in between', () => {
  const { rerender } = render(summary(1));
  const box = screen.getByRole('alert', { name: 'There is a problem' });
  expect(document.activeElement).toBe(box);

  document.getElementById('name')!.focus();
  rerender(summary(1));
  expect(document.activeElement).not.toBe(box);
  rerender(summary(2));
  expect(document.activeElement).toBe(box);
});

test('a line of the error summary moves the focus to its field', () => {
  render(summary(1));
  fireEvent.click(screen.getByText('Name: too long'));
  expect(document.activeElement).toBe(document.getElementById('name'));
});

test('a line of the error summary without a field on the screen stays a plain link', () => {
  render(summary(1));
  expect(fireEvent.click(screen.getByText('Photo: too large'))).toBe(true);
});

test('an error summary without lines shows its message and no list', () => {
  render(<ErrorSummary title="There is a problem" message="The server does not answer." items={[]} />);
  expect(screen.queryByRole('list')).toBeNull();
  expect(screen.getByRole('alert').textContent).toContain('The server does not answer.');
});
