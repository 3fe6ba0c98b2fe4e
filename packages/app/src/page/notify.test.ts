import { currentToasts } from '@baraza/ui/lib/toast-store';
import { expect, it } from 'vitest';
import { createFailureToast } from './notify.ts';

const texts = () => currentToasts().map((toast) => toast.text);

it('a form shows only its last failure as a toast, and none once cleared', () => {
  const form = createFailureToast();
  const other = createFailureToast();
  other.show('You seem to be offline.');
  form.show('All fields are required');
  form.show('Input too short');
  expect(texts()).toEqual(['You seem to be offline.', 'Input too short']);
  form.clear();
  form.clear();
  expect(texts()).toEqual(['You seem to be offline.']);
  other.clear();
});
