// @vitest-environment happy-dom
import { getAreaOutline, listAreas } from '@baraza/contract';
import { endpointQuery } from '@baraza/app';
import { QueryClient } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderAtPortal } from '../../../lib/testing/render.tsx';
import { blankComplaint } from './complaint-values.ts';
import { PointField } from './point-field.tsx';
import type { ComplaintForm } from './use-complaint-form.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Part(): ReactNode {
  const [values, setValues] = useState(blankComplaint);
  const set = (name: string, value: string) => setValues((before) => ({ ...before, [name]: value }));
  return (
    <>
      <PointField form={{ values, set, errors: {} } as unknown as ComplaintForm['form']} />
      <output aria-label="held">
        {[values.lat, values.lon, values.accuracy].join('/')}
        {values.area && ` ${values.area}`}
      </output>
    </>
  );
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name: new RegExp(`^${name}`, 'u') }));
const held = () => screen.getByLabelText('held').textContent;
const coords = { latitude: 6.524374, longitude: 3.379206, accuracy: 24.2 };

const outline = {
  west: 0,
  south: 0,
  east: 2,
  north: 1,
  width: 200,
  height: 100,
  shapes: [
    { code: 'W', path: 'M0 0l100 0 0 100 -100 0z' },
    { code: 'E', path: 'M100 0l100 0 0 100 -100 0z' },
  ],
};

/** Renders the part with its areas, and with or without their outline. */
function renderPart(drawn: typeof outline | null = null): void {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(endpointQuery(listAreas).queryKey, [
    { code: 'W', name: 'West Bank', parent: null },
    { code: 'E', name: 'East Bank', parent: null },
  ]);
  client.setQueryData(endpointQuery(getAreaOutline).queryKey, drawn);
  renderAtPortal(<Part />, client);
}

/** Device whose position request succeeds or fails when the test calls `take` or `fail`. */
function stubDevice(): { take: PositionCallback; fail: PositionErrorCallback } {
  const device = {} as { take: PositionCallback; fail: PositionErrorCallback };
  const getCurrentPosition = (take: PositionCallback, fail: PositionErrorCallback) =>
    Object.assign(device, { take, fail });
  vi.stubGlobal('navigator', { geolocation: { getCurrentPosition } });
  renderPart(outline);
  press('Use where I am');
  return device;
}

test('the device’s position is shown with its accuracy, and can be rounded and removed', () => {
  const device = stubDevice();

  act(() => device.take({ coords } as GeolocationPosition));
  expect(held()).toBe('6.52437/3.37921/25');
  expect(screen.getAllByRole('status')[0]!.textContent).toContain('(within 25 m)');
  expect(screen.getByText(/They are never published\./u)).toBeTruthy();

  press('Round to about 1 km');
  expect(held()).toBe('6.52/3.38/1000');
  expect(screen.getAllByRole('status')[0]!.textContent).toContain('(within about 1 km)');
  expect(screen.queryByRole('button', { name: /^Round/u })).toBeNull();

  press('Remove coordinates');
  expect(held()).toBe('//');
});

test.each([
  [1, /does not allow it\. Your description of the place is enough\./u],
  [2, /could not find out where it is\. Your description of the place is enough\./u],
  [3, /could not find out where it is\./u],
])('a failed position request (code %i) shows its reason and can be repeated', (code, words) => {
  const device = stubDevice();
  act(() => device.fail({ code } as GeolocationPositionError));
  expect(screen.getByText(words)).toBeTruthy();
  expect(held()).toBe('//');
  press('Use where I am');
  expect(screen.queryByText(words)).toBeNull();
});

test('a browser without geolocation shows that the place could not be found', () => {
  vi.stubGlobal('navigator', {});
  renderPart();
  expect(screen.queryByRole('button', { name: 'Choose on the map' })).toBeNull();
  press('Use where I am');
  expect(screen.getByText(/could not find out/u)).toBeTruthy();
});

test('arrow keys and taps on the outline choose the area and the point', async () => {
  // The test environment draws nothing: the left half counts as one area, the right half as the other.
  Object.assign(SVGGeometryElement.prototype, {
    isPointInFill(this: SVGGeometryElement, { x }: { x: number }) {
      return x < 100 === (this.dataset['code'] === 'W');
    },
  });
  renderPart(outline);
  press('Choose on the map');
  const map = await screen.findByRole('application', { name: 'Outline of the areas' });

  fireEvent.keyDown(map, { key: 'ArrowLeft' });
  expect(held()).toBe('0.50000/0.95000/5560 W');
  expect(screen.getByText('West Bank')).toBeTruthy();
  press('Closer');
  fireEvent.keyDown(map, { key: 'ArrowRight' });
  expect(held()).toBe('0.50000/0.97500/2780 W');
  fireEvent.keyDown(map, { key: 'ArrowRight' });
  fireEvent.keyDown(map, { key: 'ArrowDown' });
  expect(held()).toBe('0.47500/1.00000/2780 E');

  const drawing = map.querySelector('svg')!;
  drawing.getBoundingClientRect = () => ({ left: 0, top: 0, width: 400, height: 200 }) as DOMRect;
  press('Further away');
  fireEvent.click(drawing, { clientX: 40, clientY: 20 });
  expect(held()).toBe('0.90000/0.20000/5560 W');

  const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
  expect(button('Further away').disabled).toBe(true);
  for (let closer = 0; closer < 4; closer += 1) press('Closer');
  expect([button('Closer').disabled, button('Further away').disabled]).toEqual([true, false]);
});

test('the area of a point is filled in on request, or a message says that it has none', async () => {
  const device = stubDevice();
  act(() => device.take({ coords } as GeolocationPosition));
  for (const [code, words] of [
    ['E', 'East Bank'],
    [null, 'This point is outside all areas.'],
  ]) {
    vi.stubGlobal('fetch', async () => Response.json({ code }));
    press('Choose the area of this point');
    expect(await screen.findByText(words as string, { exact: false })).toBeTruthy();
    expect(held()).toContain(' E');
  }
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no line')));
  press('Choose the area of this point');
  expect(await screen.findByText(/You seem to be offline/u)).toBeTruthy();
});
