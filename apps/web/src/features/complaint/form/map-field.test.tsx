// @vitest-environment happy-dom
import type { Point } from '@baraza/contract';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderAtPortal } from '../../../lib/testing/render.tsx';
import MapField from './map-field.tsx';
import { openMap, type OpenMap, type Sight } from './open-map.ts';

vi.mock('./open-map.ts', () => ({ openMap: vi.fn<typeof openMap>() }));

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const show = vi.fn<() => void>();
const paint = vi.fn<OpenMap['paint']>(async () => ({ isTorn: false, show }));

/** Map with zoom levels 3 to 18, one pixel of which is a thousandth of a degree. */
const map: OpenMap = {
  middle: { lat: 6, lon: 3 },
  width: 10,
  least: 3,
  most: 18,
  credit: 'Mapped by neighbours',
  beside: ({ lat, lon }: Sight, right: number, down: number) => ({ lat: lat - down / 1000, lon: lon + right / 1000 }),
  paint,
};

const point: Point = { lat: 6.5, lon: 3.4, accuracy: 5 };
const chosen: Point[] = [];
const onFail = vi.fn<() => void>();

async function showMap(at: Point | null): Promise<HTMLElement> {
  chosen.length = 0;
  onFail.mockClear();
  paint.mockClear();
  show.mockClear();
  vi.mocked(openMap).mockResolvedValue(map);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(10, 20, 400, 320));
  renderAtPortal(<MapField point={at} onChoose={(next) => chosen.push(next)} onFail={onFail} />);
  await waitFor(() => expect(middle()).toContain('Middle of the map'));
  return screen.getByRole('application', { name: 'Map' });
}

const settled = () => act(async () => new Promise((resolve) => setTimeout(resolve)));
const middle = () => screen.getByRole('status').textContent.replaceAll(/[\u2066\u2069]/gu, '');
const key = (field: HTMLElement, name: string) => fireEvent.keyDown(field, { key: name });
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
/** Presses a button more often than there are zoom levels. */
const pressAll = (name: string) => Array.from({ length: 20 }, () => fireEvent.click(button(name)));

test('the map opens near the point, and arrow keys, plus, minus and Enter choose another point', async () => {
  const field = await showMap(point);
  expect(middle()).toBe('Middle of the map: 6.5000, 3.4000.');
  expect(screen.getByText('Mapped by neighbours')).toBeTruthy();

  key(field, 'ArrowRight');
  key(field, 'ArrowUp');
  expect(middle()).toBe('Middle of the map: 6.5320, 3.4320.');
  key(field, 'ArrowDown');
  key(field, 'ArrowLeft');
  expect(middle()).toBe('Middle of the map: 6.5000, 3.4000.');

  key(field, 'Enter');
  key(field, '+');
  key(field, 'Enter');
  key(field, '-');
  key(field, '-');
  key(field, 'Enter');
  // A tap may be 16 pixels off, which is fewer metres at each closer level.
  expect(chosen).toEqual([76, 38, 152].map((accuracy) => ({ lat: 6.5, lon: 3.4, accuracy })));
});

test('the map leaves other keys to the page', async () => {
  const field = await showMap(point);

  // False if the map prevents the page from scrolling.
  expect(key(field, 'Tab')).toBe(true);
  expect(key(field, 'ArrowDown')).toBe(false);
});

test('without a point the whole map is shown, and its zoom stops at the lowest and highest level', async () => {
  await showMap(null);
  expect(middle()).toBe('Middle of the map: 6.0000, 3.0000.');
  const shownAt = () => paint.mock.calls.at(-1)![1].zoom;
  await waitFor(() => expect(paint).toHaveBeenCalled());
  expect(paint.mock.calls[0]![2].pin).toBeNull();

  pressAll('Further away');
  await waitFor(() => expect(shownAt()).toBe(3));
  expect([button('Closer').disabled, button('Further away').disabled]).toEqual([false, true]);
  pressAll('Closer');
  await waitFor(() => expect(shownAt()).toBe(18));
  expect([button('Closer').disabled, button('Further away').disabled]).toEqual([true, false]);
  // The keys stop at the same levels as the buttons.
  key(screen.getByRole('application'), '+');
  fireEvent.click(button('Put the pin in the middle'));
  expect(chosen).toEqual([{ lat: 6, lon: 3, accuracy: 10 }]);
});

test('a tap on the map chooses the place under it, while dragging only moves the map', async () => {
  const field = await showMap(point);
  const canvas = field.querySelector('canvas')!;
  canvas.setPointerCapture = () => undefined;

  // The middle of the field is at 210, 180.
  fireEvent.pointerDown(canvas, { clientX: 260, clientY: 180, pointerId: 1 });
  fireEvent.pointerUp(canvas, { clientX: 263, clientY: 184, pointerId: 1 });
  expect(chosen).toEqual([{ lat: 6.496, lon: 3.453, accuracy: 76 }]);

  fireEvent.pointerDown(canvas, { clientX: 100, clientY: 100, pointerId: 1 });
  fireEvent.pointerMove(canvas, { clientX: 150, clientY: 90, pointerId: 1 });
  expect(canvas.style.transform).toBe('translate(50px, -10px)');
  fireEvent.pointerUp(canvas, { clientX: 150, clientY: 90, pointerId: 1 });
  expect(chosen).toHaveLength(1);
  expect(middle()).toBe('Middle of the map: 6.4860, 3.4030.');
  // The map stays shifted until it is painted again.
  await waitFor(() => expect(canvas.style.transform).toBe('translate(0px, 0px)'));

  fireEvent.pointerDown(canvas, { clientX: 100, clientY: 100, pointerId: 1 });
  fireEvent.pointerMove(canvas, { clientX: 150, clientY: 90, pointerId: 1 });
  fireEvent.pointerCancel(canvas);
  expect(canvas.style.transform).toBe('translate(0px, 0px)');
  fireEvent.pointerMove(canvas, { clientX: 170, clientY: 90, pointerId: 1 });
  expect(canvas.style.transform).toBe('translate(0px, 0px)');
});

test('the map paints the point and reports tiles that fail to load', async () => {
  paint.mockResolvedValueOnce({ isTorn: true, show });
  const field = await showMap(point);

  await waitFor(() => expect(middle()).toContain('A part of the map could not be loaded.'));
  expect(paint.mock.calls[0]![2].pin).toEqual({ lat: 6.5, lon: 3.4 });
  expect(show).toHaveBeenCalled();
  key(field, 'ArrowUp');
  await waitFor(() => expect(middle()).not.toContain('could not be loaded'));
});

test('the map discards a drawing that arrives after a newer one', async () => {
  let finish: ((painted: Awaited<ReturnType<OpenMap['paint']>>) => void) | undefined;
  paint.mockReturnValueOnce(new Promise((resolve) => (finish = resolve)));
  const field = await showMap(point);
  const late = vi.fn<() => void>();
  key(field, 'ArrowUp');
  await waitFor(() => expect(show).toHaveBeenCalledOnce());

  finish?.({ isTorn: true, show: late });
  await settled();
  expect(late).not.toHaveBeenCalled();
  expect(middle()).not.toContain('could not be loaded');
});

test('a map that cannot be opened is reported, unless its field is gone', async () => {
  vi.mocked(openMap).mockRejectedValue(new Error('no tiles'));
  onFail.mockClear();
  renderAtPortal(<MapField point={null} onChoose={() => undefined} onFail={onFail} />);
  await waitFor(() => expect(onFail).toHaveBeenCalledOnce());

  renderAtPortal(<MapField point={null} onChoose={() => undefined} onFail={onFail} />);
  cleanup();
  await settled();
  expect(onFail).toHaveBeenCalledOnce();
});
