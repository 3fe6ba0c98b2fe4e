// @vitest-environment happy-dom
import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { Dialog, DialogPlace } from './dialog.tsx';

const onClose = vi.fn<() => void>();

function open(dismissable = true) {
  render(
    <Dialog title="Withdraw?" onClose={onClose} dismissable={dismissable}>
      <input type="file" aria-label="Photo" />
    </Dialog>,
  );
  return screen.getByRole<HTMLDialogElement>('dialog');
}

/** Sends the browser's event for Escape; returns whether the browser would close the dialog. */
function cancel(target: Element): boolean {
  const event = createEvent('cancel', target, { bubbles: true, cancelable: true });
  fireEvent(target, event);
  return !event.defaultPrevented;
}

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

test('a dialog is modal and open until it is unmounted', () => {
  const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal');
  const dialog = open();
  expect([showModal.mock.calls.length, dialog.open]).toEqual([1, true]);

  cleanup();

  expect(dialog.open).toBe(false);
});

test.each([
  ['Escape', (dialog: Element) => void cancel(dialog)],
  ['a press outside', (dialog: Element) => void fireEvent.mouseDown(dialog)],
])('the gesture ‘%s’ closes a dialog that may be closed', (_, leave) => {
  leave(open());
  expect(onClose).toHaveBeenCalledOnce();
  cleanup();

  leave(open(false));

  expect(onClose).toHaveBeenCalledOnce();
});

test('the browser does not close a dialog by itself on Escape', () => {
  expect(cancel(open())).toBe(false);
});

test('neither a press inside a dialog nor cancelling its file picker closes it', () => {
  open();
  const photo = screen.getByLabelText('Photo');

  fireEvent.mouseDown(photo);
  cancel(photo);

  expect(onClose).not.toHaveBeenCalled();
});

/** Opens a dialog in the page by a button. */
function OpensInPage({ dismissable }: { dismissable: boolean }) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Move
      </button>
      <div ref={setPlace} data-testid="place" />
      {isOpen && (
        <DialogPlace value={place}>
          <Dialog title="Move it" onClose={() => setOpen(false)} dismissable={dismissable}>
            <input aria-label="Reason" />
          </Dialog>
        </DialogPlace>
      )}
    </>
  );
}

test.each([
  [true, 0],
  [false, 1],
])(
  'a dialog with a place in the page stands there, not over it; Escape leaves it if it is dismissable: %s',
  (dismissable, left) => {
    render(<OpensInPage dismissable={dismissable} />);
    const button = screen.getByText('Move');
    button.focus();
    fireEvent.click(button);
    const dialog = screen.getByRole('dialog', { name: 'Move it' });
    expect(screen.getByTestId('place').contains(dialog)).toBe(true);
    expect(document.querySelector('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByLabelText('Reason'));

    fireEvent.keyDown(document.body, { key: 'Escape' });

    expect(screen.queryAllByRole('dialog')).toHaveLength(left);
    expect(document.activeElement).toBe(dismissable ? button : screen.getByLabelText('Reason'));
  },
);
