// @vitest-environment happy-dom
import { getPortalSettings, type PortalSettings } from '@baraza/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { endpointQuery } from '../api/client.ts';
import { Heading } from '../page/heading.tsx';
import { AppRouter, focusHeading, Link, releaseFocus, Route, RouteFocus, Switch } from './router.tsx';

function renderScreens() {
  window.history.replaceState(null, '', '/');
  const client = new QueryClient();
  client.setQueryData(endpointQuery(getPortalSettings).queryKey, { productName: 'Baraza' } as PortalSettings);
  render(
    <AppRouter>
      <QueryClientProvider client={client}>
        <RouteFocus />
        <Link to="/staff">Open staff</Link>
        <input aria-label="Search" />
        <button type="button">Menu</button>
        <Switch>
          <Route path="/">
            <Heading title="Mine" />
          </Route>
          <Route path="/staff">
            <Heading title="Staff" />
          </Route>
        </Switch>
      </QueryClientProvider>
    </AppRouter>,
  );
}

afterEach(() => {
  cleanup();
});

test('a new screen gives the focus to its heading and starts at the top', () => {
  const scrollTo = vi.spyOn(window, 'scrollTo');
  renderScreens();

  fireEvent.click(screen.getByText('Open staff'));

  expect(document.activeElement).toBe(screen.getByText('Staff'));
  expect(scrollTo).toHaveBeenLastCalledWith(0, 0);
});

test('a search field in use keeps the focus on a new screen', () => {
  renderScreens();
  screen.getByLabelText('Search').focus();

  fireEvent.click(screen.getByText('Open staff'));

  expect(document.activeElement).toBe(screen.getByLabelText('Search'));
});

test('a person who moved the focus before the heading appears keeps it', () => {
  renderScreens();
  fireEvent.click(screen.getByText('Open staff'));
  releaseFocus();
  screen.getByText('Menu').focus();

  focusHeading(screen.getByText('Staff'));

  expect(document.activeElement).toBe(screen.getByText('Menu'));
});
