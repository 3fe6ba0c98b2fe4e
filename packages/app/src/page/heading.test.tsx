// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { RouteFocus, Link } from '../router/router.tsx';
import { renderInApp } from '../testing/render.tsx';
import { Heading } from './heading.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function renderHeading(heading: React.ReactElement) {
  vi.stubGlobal('fetch', () => new Promise<Response>(() => undefined));
  document.title = '';
  return renderInApp(heading);
}

test('the page title follows the heading of the screen', () => {
  const { rerender } = renderHeading(<Heading title="Mine" />);
  expect(document.title).toBe('Mine – Baraza');

  rerender(<Heading title="Mine" documentTitle="Mine (14)" />);

  expect(document.title).toBe('Mine (14) – Baraza');
});

test('a second heading on a screen does not change the page title', () => {
  renderHeading(<Heading title="Mine" leads={false} />);

  expect(document.title).toBe('');
});

test('the heading shown after loading takes over the focus', () => {
  const screenOf = (key: string) => (
    <>
      <RouteFocus />
      <Link to="/complaint">Open</Link>
      <Heading key={key} title={key} />
    </>
  );
  const { rerender } = renderHeading(screenOf('List'));
  fireEvent.click(screen.getByText('Open'));
  expect(document.activeElement).toBe(screen.getByText('List'));

  rerender(screenOf('No water'));

  expect(document.activeElement).toBe(screen.getByText('No water'));
});
