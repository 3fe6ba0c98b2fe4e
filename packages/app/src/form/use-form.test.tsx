// @vitest-environment happy-dom
import { ApiError } from '@baraza/contract';
import { currentToasts, removeToast } from '@baraza/ui/lib/toast-store';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderInApp } from '../testing/render.tsx';
import { useForm } from './use-form.ts';
import { SubmitForm } from './submit-form.tsx';
import { TextField } from '@baraza/ui/fields';

type Contact = { name: string; phone: string };

const submit = vi.fn<(contact: Contact) => Promise<void>>();

/** Accepts values with a name. */
const schema = {
  safeParse: (values: unknown) => {
    const contact = values as Contact;
    if (contact.name !== '') return { success: true as const, data: contact };
    const issues = [{ path: ['name'], message: 'All fields are required' }];
    return { success: false as const, error: { issues } };
  },
};

function Form() {
  const labels = { name: 'Name', phone: 'Phone' };
  const form = useForm({ schema, initial: { name: '', phone: '' }, labels, submit });
  return (
    <SubmitForm form={form} yes="Send" pendingText="Sending">
      <TextField {...form.field('name')} />
      <TextField {...form.field('phone')} />
      <button type="button" onClick={() => form.reset({ name: '', phone: '' })}>
        Start again
      </button>
    </SubmitForm>
  );
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const send = () => fireEvent.submit(document.querySelector('form')!);
const toasts = () => currentToasts().map(({ text }) => text);
const problem = () => screen.queryByRole('alert');

beforeEach(() => {
  for (const { id } of currentToasts()) removeToast(id);
  submit.mockResolvedValue();
  renderInApp(<Form />);
});
afterEach(() => {
  cleanup();
  vi.resetAllMocks();
});

test('a missing field shows its error until it changes, and the form is not sent', async () => {
  send();
  await waitFor(() => expect(field('Name').getAttribute('aria-invalid')).toBe('true'));
  type('Name', 'Ada');

  expect(field('Name').getAttribute('aria-invalid')).not.toBe('true');
  expect(toasts()).toEqual([]);
  expect(submit).not.toHaveBeenCalled();
});

test('pressing a form’s button twice sends the form once', async () => {
  type('Name', 'Ada');

  send();
  send();

  await waitFor(() => expect(submit).toHaveBeenCalledExactlyOnceWith({ name: 'Ada', phone: '' }));
});

test('values that a password manager filled in silently are sent', async () => {
  field('Name').value = 'Ada';

  send();

  await waitFor(() => expect(submit).toHaveBeenCalledWith({ name: 'Ada', phone: '' }));
});

test('a chosen value is sent though its select is still loading its options', async () => {
  type('Name', 'Ada');
  type('Phone', '0803');
  field('Phone').value = '';

  send();

  await waitFor(() => expect(submit).toHaveBeenCalledWith({ name: 'Ada', phone: '0803' }));
});

test('a refusal by the server is shown at its field and above the form, and typed values stay', async () => {
  const fields = { phone: 'This is no telephone number.' };
  submit.mockRejectedValue(new ApiError(422, { message: 'Check the form.', code: 'INVALID', fields }));
  type('Name', 'Ada');

  send();

  await waitFor(() => expect(field('Phone').getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getByText('Phone: This is no telephone number.')).toBeTruthy();
  expect(field('Name').value).toBe('Ada');
  expect(toasts()).toEqual(['Check the form.']);
});

test('the page title says that there is an error until the form is sent', async () => {
  document.title = '';
  submit.mockRejectedValueOnce(new ApiError(503, { message: 'Try again later.', code: 'UNAVAILABLE' }));
  type('Name', 'Ada');

  send();
  await screen.findByText('Try again later.');
  await waitFor(() => expect(document.title).toMatch(/^Error:/u));
  send();

  await waitFor(() => expect(document.title).not.toMatch(/^Error:/u));
  expect(problem()).toBeNull();
});

test('starting a form again clears its fields and its error', () => {
  type('Phone', '0803');
  send();

  fireEvent.click(screen.getByText('Start again'));

  expect([field('Phone').value, problem()]).toEqual(['', null]);
});
