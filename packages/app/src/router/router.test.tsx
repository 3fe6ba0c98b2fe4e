// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderAppHook } from '../testing/render.tsx';
import { AppRouter, hasScreenBehind, Route, useLocation, useNavigate, useParams } from './router.tsx';

function open(address: string) {
  window.history.replaceState(null, '', address);
  return renderAppHook(() => ({ location: useLocation(), navigate: useNavigate() })).result;
}

afterEach(() => {
  cleanup();
  window.history.replaceState(null, '', '/');
});

test('a screen reads its address and the state that the previous screen passed', () => {
  const result = open('/');

  act(() => result.current.navigate('/staff?q=ada#newest', { state: { origin: '/mine' } }));

  expect(result.current.location).toEqual({
    pathname: '/staff',
    search: '?q=ada',
    hash: '#newest',
    state: { origin: '/mine' },
    key: '1',
  });
});

test('replacing the address leaves no screen to go back to', () => {
  const result = open('/');

  act(() => result.current.navigate('/staff', { replace: true }));
  expect(hasScreenBehind()).toBe(false);
  act(() => result.current.navigate('/mine'));

  expect(hasScreenBehind()).toBe(true);
});

function Tab() {
  return <p>{useParams()['tab']}</p>;
}

test.each([
  ['/history/In%20work', 'In work'],
  ['/history/%E0%A4', '%E0%A4'],
])('the parameter in the address %s is read as %s', (address, expected) => {
  window.history.replaceState(null, '', address);
  render(
    <AppRouter>
      <Route path="/history/:tab">
        <Tab />
      </Route>
    </AppRouter>,
  );

  expect(screen.getByRole('paragraph').textContent).toBe(expected);
});
