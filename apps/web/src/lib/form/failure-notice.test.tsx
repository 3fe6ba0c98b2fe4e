// @vitest-environment happy-dom
import { reportContact } from '@baraza/app';
import { ApiError } from '@baraza/contract';
import { currentToasts, removeToast } from '@baraza/ui/lib/toast-store';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { renderAtPortal } from '../testing/render.tsx';
import { FailureNotice } from './failure-notice.tsx';

// Other tests of this process may have left toasts.
beforeEach(() => currentToasts().forEach(({ id }) => removeToast(id)));
afterEach(cleanup);

const failure = (status: number, text: string) => Object.assign(new ApiError(status, { code: 'X', message: text }));
const shown = () => [screen.queryByRole('alert')?.textContent, currentToasts().map(({ text }) => text)];
const nothing = [undefined, []];

test('the failure of a form shows in it and in a toast, and both disappear with the form', () => {
  const { rerender, unmount } = renderAtPortal(<FailureNotice error={null} />);
  expect(shown()).toEqual(nothing);

  rerender(<FailureNotice error={failure(409, 'It was closed meanwhile.')} />);
  expect(shown()).toEqual(['There is a problemIt was closed meanwhile.', ['It was closed meanwhile.']]);
  rerender(<FailureNotice error={failure(409, 'It was withdrawn.')} />);
  expect(shown()).toEqual(['There is a problemIt was withdrawn.', ['It was withdrawn.']]);

  unmount();
  expect(shown()).toEqual(nothing);
});

test.each([
  [0, nothing],
  [409, ['There is a problemYou seem to be offline.', ['You seem to be offline.']]],
])('the notice of an error %i disappears once online only if the connection had failed', (status, left) => {
  renderAtPortal(<FailureNotice error={failure(status, 'You seem to be offline.')} />);

  act(() => reportContact(false));
  act(() => reportContact(true));

  expect(shown()).toEqual(left);
});
