// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { expect, test } from 'vitest';
import { useFocusLater } from './use-focus-later.ts';

function Form({ hasField }: { hasField: boolean }) {
  const field = useRef<HTMLInputElement>(null);
  const focusLater = useFocusLater();
  return (
    <>
      <button type="button" onClick={() => focusLater(field)}>
        Write
      </button>
      {hasField && <input ref={field} aria-label="Field" />}
    </>
  );
}

test('the focus moves to its target once that is on the screen', () => {
  const { rerender } = render(<Form hasField={false} />);

  fireEvent.click(screen.getByText('Write'));
  rerender(<Form hasField />);

  expect(document.activeElement).toBe(screen.getByLabelText('Field'));
});

test('a requested focus moves only once', () => {
  const { rerender } = render(<Form hasField />);
  fireEvent.click(screen.getByText('Write'));

  screen.getByLabelText('Field').blur();
  rerender(<Form hasField />);

  expect(document.activeElement).toBe(document.body);
});
