// @vitest-environment happy-dom
import { reportContact } from '@baraza/app';
import { ApiError } from '@baraza/contract';
import { currentToasts, removeToast } from '@baraza/ui/lib/toast-store';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { renderAtPortal } from '../testing/render.tsx';
import { FailureNotice } from './failure-notice.tsx';

// Other tests of this process may have left some.
beforeEach(() => currentToasts().forEach(({ id }) => removeToast(id)));
afterEach(cleanup);

const failure = (status: number, text: string) => Object.assign(new ApiError(status, { code: 'X', message: text }));
const said = () => [screen.queryByRole('alert')?.textContent, currentToasts().map(({ text }) => text)];
const nothing = [undefined, []];

test('a failure is said in the form and in a toast, and both go with it', () => {
  const { rerender, unmount } = renderAtPortal(<FailureNotice error={null} />);
  expect(said()).toEqual(nothing);

  rerender(<FailureNotice error={failure(409, 'It was closed meanwhile.')} />);
  expect(said()).toEqual(['There is a problemIt was closed meanwhile.', ['It was closed meanwhile.']]);
  rerender(<FailureNotice error={failure(409, 'It was withdrawn.')} />);
  expect(said()).toEqual(['There is a problemIt was withdrawn.', ['It was withdrawn.']]);

  unmount();
  expect(said()).toEqual(nothing);
});

test.each([
  [0, nothing],
  [409, ['There is a problemYou seem to be offline.', ['You seem to be offline.']]],
])('only what failed for want of a connection is over when there is one again: %i', (status, left) => {
  renderAtPortal(<FailureNotice error={failure(status, 'You seem to be offline.')} />);

  act(() => reportContact(false));
  act(() => reportContact(true));

  expect(said()).toEqual(left);
});
