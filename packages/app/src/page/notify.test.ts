import { currentToasts } from '@baraza/ui/lib/toast-store';
import { expect, it } from 'vitest';
import { createFailureToast } from './notify.ts';

const texts = () => currentToasts().map((toast) => toast.text);

it('shows the last failure of one form alone, and none once it is over', () => {
  const form = createFailureToast();
  const other = createFailureToast();
  other.tell('You seem to be offline.');
  form.tell('All fields are required');
  form.tell('Input too short');
  expect(texts()).toEqual(['You seem to be offline.', 'Input too short']);
  form.clear();
  form.clear();
  expect(texts()).toEqual(['You seem to be offline.']);
  other.clear();
});
