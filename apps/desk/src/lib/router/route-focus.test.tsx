// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Link, MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { Heading } from '../page/heading.tsx';
import { RouteFocus } from './route-focus.tsx';

function renderScreens() {
  render(
    <MemoryRouter>
      <RouteFocus />
      <Link to="/staff">Open staff</Link>
      <input aria-label="Search" />
      <Routes>
        <Route path="/" element={<Heading title="Mine" />} />
        <Route path="/staff" element={<Heading title="Staff" />} />
      </Routes>
    </MemoryRouter>,
  );
}

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('a new screen gives the focus to its heading and starts at the top', () => {
  const scrollTo = vi.spyOn(window, 'scrollTo');
  renderScreens();

  fireEvent.click(screen.getByText('Open staff'));

  expect(document.activeElement).toBe(screen.getByText('Staff'));
  expect(scrollTo).toHaveBeenLastCalledWith(0, 0);
});

test('whoever types in the search keeps the focus on a new screen', () => {
  renderScreens();
  screen.getByLabelText('Search').focus();

  fireEvent.click(screen.getByText('Open staff'));

  expect(document.activeElement).toBe(screen.getByLabelText('Search'));
});
