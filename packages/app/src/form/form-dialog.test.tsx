// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderInApp } from '../testing/render.tsx';
import { ActionDialog, FormDialog } from './form-dialog.tsx';

const [onSubmit, onClose, onYes] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<() => void>()];
const form = { formId: 'f', pending: false, onSubmit };

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

const submit = () => fireEvent.submit(document.querySelector('form')!);
const names = () =>
  screen
    .getAllByRole('button', { hidden: true })
    .map((button) => button.ariaLabel ?? button.textContent.replace(/Saving$/u, ''));

test('the button of a form dialog submits its form', () => {
  renderInApp(
    <FormDialog title="Rename" form={form} onClose={onClose}>
      <input aria-label="Name" />
    </FormDialog>,
  );
  const save = screen.getByText<HTMLButtonElement>('Save').closest('button')!;
  expect([save.type, save.getAttribute('form')]).toEqual(['submit', document.querySelector('form')!.id]);
  // The browser must not leave the page.
  expect(submit()).toBe(false);
  expect(onSubmit).toHaveBeenCalledOnce();
});

test('a form dialog is not submitted again while it is being sent', () => {
  renderInApp(
    <FormDialog title="Rename" form={{ ...form, pending: true }} onClose={onClose}>
      <input aria-label="Name" />
    </FormDialog>,
  );
  expect(submit()).toBe(false);
  expect(onSubmit).not.toHaveBeenCalled();
});

test('a form dialog shows its error above the fields', () => {
  const problem = { message: 'Somebody was faster.', items: [], attempt: 1 };
  renderInApp(
    <FormDialog title="Rename" form={{ ...form, problem }} onClose={onClose}>
      <input aria-label="Name" />
    </FormDialog>,
  );
  expect(screen.getByRole('alert', { hidden: true }).textContent).toContain('Somebody was faster.');
});

test.each([
  [undefined, ['Cancel', 'Delete']],
  ['Keep it', ['Keep it', 'Delete']],
  [null, ['Delete']],
])('a confirmation dialog whose cancel text is %s has the buttons %j', (keep, expected) => {
  renderInApp(
    <ActionDialog title="Delete it?" yes="Delete" keep={keep} pending={false} onYes={onYes} onClose={onClose}>
      Gone for good.
    </ActionDialog>,
  );
  expect(names().filter((name) => name !== 'Close')).toEqual(expected);
  fireEvent.click(screen.getByText('Delete'));
  expect([onYes.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 0]);
});

test('the button of a confirmation dialog does nothing until the dialog is ready', () => {
  renderInApp(
    <ActionDialog title="Delete it?" yes="Delete" ready={false} pending={false} onYes={onYes} onClose={onClose}>
      Gone for good.
    </ActionDialog>,
  );
  fireEvent.click(screen.getByText('Delete'));
  expect(onYes).not.toHaveBeenCalled();
});
