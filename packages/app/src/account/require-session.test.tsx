// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { endSession, startSession } from '../api/token.ts';
import { takeReturn } from './return-to.ts';
import { AppRouter, Route, Switch } from '../router/router.tsx';
import { RequireSession } from './require-session.tsx';

let mounts = 0;

/** Shows how often it was mounted. */
function Screen() {
  const [number] = useState(() => (mounts += 1));
  return <p>Screen {number}</p>;
}

function open(address: string) {
  mounts = 0;
  window.history.replaceState(null, '', address);
  render(
    <AppRouter>
      <Switch>
        <Route path="/app/*">
          <RequireSession>
            <Screen />
          </RequireSession>
        </Route>
        <Route path="/login">Login</Route>
      </Switch>
    </AppRouter>,
  );
}

afterEach(() => {
  cleanup();
  endSession('logout');
  takeReturn();
});

test('an expired session leads to the login, and afterwards back to the same screen', () => {
  startSession('a');
  open('/app/mda?sort=name#top');
  expect(screen.getByText('Screen 1')).toBeTruthy();

  act(() => endSession('expired'));

  expect(window.location.pathname).toBe('/login');
  expect(screen.queryByText(/Screen/u)).toBeNull();
  expect(takeReturn()).toBe('/app/mda?sort=name#top');
});

test('a person who logged out does not return to the same screen at the next login', () => {
  startSession('a');
  open('/app/mda');
  act(() => endSession('logout'));
  expect([window.location.pathname, takeReturn()]).toEqual(['/login', '/app']);
});

test('the screen of one person is replaced when another signs in', () => {
  startSession('a');
  open('/app/mda');
  act(() => startSession('b'));
  expect(screen.getByText('Screen 2')).toBeTruthy();
});
