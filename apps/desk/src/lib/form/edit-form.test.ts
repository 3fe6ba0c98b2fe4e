// @vitest-environment happy-dom
import { ApiError } from '@baraza/contract/core/error';
import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useEditForm } from './edit-dialog.tsx';

interface Contact {
  readonly version: number;
  readonly name: string;
  readonly phone: string;
}

const contact: Contact = { version: 1, name: 'Front desk', phone: '0800 1' };
const theirs: Contact = { version: 2, name: 'Reception', phone: '0800 2' };

type Values = Pick<Contact, 'name' | 'phone'>;
const schema = { safeParse: (values: unknown) => ({ success: true as const, data: values as Values }) };

type Submit = (values: Values, version?: number) => Promise<void>;

function renderEdit(submit: Submit) {
  return renderHook(() =>
    useEditForm({
      of: contact,
      schema,
      fill: (state) => ({ name: state?.name ?? '', phone: state?.phone ?? '' }),
      labels: { name: 'Name', phone: 'Phone' },
      submit,
    }),
  );
}

test('an edit form sends the version that the person has seen', async () => {
  const submit = vi.fn<Submit>().mockResolvedValue(undefined);
  const { result } = renderEdit(submit);

  act(() => result.current.set('phone', '0800 9'));
  await act(async () => result.current.onSubmit());

  expect(submit).toHaveBeenCalledWith({ name: 'Front desk', phone: '0800 9' }, 1);
});

test('a conflict in an edit form keeps typed fields, takes the others, and is reported', async () => {
  const conflict = new ApiError(409, { message: 'Changed meanwhile', code: 'VERSION_CONFLICT', now: theirs });
  const { result } = renderEdit(vi.fn<Submit>().mockRejectedValue(conflict));

  act(() => result.current.set('phone', '0800 9'));
  await act(async () => result.current.onSubmit());

  expect(result.current.values).toEqual({ name: 'Reception', phone: '0800 9' });
  expect(result.current.problem?.message).toBe('Changed meanwhile');
});

test('saving an edit form again after a conflict sends the newer version', async () => {
  const conflict = new ApiError(409, { message: 'Changed meanwhile', code: 'VERSION_CONFLICT', now: theirs });
  const submit = vi.fn<Submit>().mockRejectedValueOnce(conflict).mockResolvedValue(undefined);
  const { result } = renderEdit(submit);

  await act(async () => result.current.onSubmit());
  await act(async () => result.current.onSubmit());

  expect(submit).toHaveBeenLastCalledWith({ name: 'Reception', phone: '0800 2' }, 2);
});
