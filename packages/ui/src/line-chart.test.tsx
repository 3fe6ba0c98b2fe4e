// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import LineChart from './line-chart.tsx';
import type { ChartMonth } from './line-chart-plot.tsx';

const words = {
  total: 'All',
  resolved: 'Resolved',
  unresolved: 'Open',
  month: 'Month',
  showTable: 'Show table',
  hideTable: 'Hide table',
};
const month = (name: string, total: number | null) => {
  const rest = { resolved: total && total - 1, unresolved: total && 1 };
  return { name, fullName: `${name} 2024`, total, ...rest } as ChartMonth;
};
const months = [month('Jan', 3), month('Feb', 4), month('Mar', 9), month('Apr', null)];

const show = (data: ChartMonth[]) => render(<LineChart label="Complaints" summary="They grow." {...{ data, words }} />);
const chart = () => screen.getByRole('application', { name: 'Complaints. They grow.' });
const read = () => screen.getByRole('status').textContent;
const press = (key: string) => fireEvent.keyDown(chart(), { key });

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('arrow keys read out the past months of a chart one by one, and no future ones', () => {
  show(months);
  expect(read()).toBe('');

  fireEvent.focus(chart());
  expect(read()).toBe('Jan 2024All3Resolved2Open1');
  const keys = ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'Home', 'ArrowLeft', 'End'];
  const walked = keys.map((key) => [press(key), read()?.slice(0, 3)]);
  expect(walked).toEqual(['Feb', 'Mar', 'Mar', 'Feb', 'Jan', 'Jan', 'Mar'].map((name) => [false, name]));
  expect([press('Tab'), read()?.slice(0, 3)]).toEqual([true, 'Mar']);
  fireEvent.blur(chart());

  expect(read()).toBe('');
});

test('a pointer on a chart reads out the nearest month', () => {
  show(months);
  const at = (clientX: number, pointerType = 'mouse') => fireEvent.pointerMove(chart(), { clientX, pointerType });

  at(0);
  expect(read()).toContain('Jan 2024');
  at(590);
  expect(read()).toContain('Mar 2024');
  fireEvent.pointerLeave(chart(), { pointerType: 'touch' });
  expect(read()).toContain('Mar 2024');
  fireEvent.pointerLeave(chart(), { pointerType: 'mouse' });

  expect(read()).toBe('');
});

test('a chart with only future months reads out nothing', () => {
  show([month('Jan', null)]);
  fireEvent.focus(chart());
  press('End');

  expect(read()).toBe('');
});

test('the lines of a chart end before future months, and look different to the current month', () => {
  show([months[0]!, months[1]!, { ...months[2]!, isRunning: true }, months[3]!]);
  const lines = [...document.querySelectorAll('[data-series="total"] polyline')];
  expect(lines.map((line) => line.getAttribute('points')?.split(' ').length)).toEqual([2, 2]);
  cleanup();

  show(months);
  const whole = [...document.querySelectorAll('[data-series="total"] polyline')];
  expect(whole.map((line) => line.getAttribute('points')?.split(' ').length)).toEqual([3]);
});

test('the table of a chart shows the figures of the chart', () => {
  show(months);
  expect(screen.queryByRole('table')).toBeNull();

  fireEvent.click(screen.getByRole('button', { name: 'Show table', expanded: false }));
  expect(screen.getByRole('row', { name: /Apr 2024/u }).textContent).toMatch(/–.*–.*–/u);
  expect(screen.getByRole('row', { name: /Mar 2024/u }).textContent).toMatch(/9.*8.*1/u);
  fireEvent.click(screen.getByRole('button', { name: 'Hide table', expanded: true }));

  expect(screen.queryByRole('table')).toBeNull();
});

test('a single month lies in the middle of its chart', () => {
  show([month('Jan', 3)]);
  const x = Number(document.querySelector('[data-series="total"] circle')?.getAttribute('cx'));

  expect(x).toBeGreaterThan(200);
  expect(x).toBeLessThan(400);
});
