// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderAtPortal } from '../testing/render.tsx';
import { Statement } from './statement.tsx';

const view = vi.hoisted(() => ({ isThere: false }));
vi.mock('@baraza/ui/rich-text-view', () => {
  if (!view.isThere) throw new Error('offline');
  return { default: ({ html }: { html: string }) => <div>formatted {html.length}</div> };
});

afterEach(cleanup);

const description = '<p>Tom &amp; I wait:</p><ul><li>no <b>water</b></li><li>no light</li></ul>';

test('a description shows as plain lines, without an error, when its formatter fails to load', async () => {
  const { container } = renderAtPortal(<Statement description={description} attachments={[]} />);
  fireEvent.pointerDown(document);
  await new Promise((resolve) => setTimeout(resolve, 20));

  expect([...container.querySelectorAll('p')].map((line) => line.textContent)).toEqual([
    'Tom & I wait:',
    'no water',
    'no light',
  ]);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a description shows with its format once the formatter has loaded', async () => {
  view.isThere = true;
  const { container } = renderAtPortal(<Statement description={description} attachments={[]} />);

  expect(await screen.findByText(/^formatted/u)).toBeTruthy();
  expect(container.querySelectorAll('p')).toHaveLength(0);
});
