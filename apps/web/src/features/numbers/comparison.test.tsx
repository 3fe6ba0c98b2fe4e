// @vitest-environment happy-dom
import type { AgencyNumbers, MonthNumbers } from '@baraza/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderAtPortal } from '../../lib/testing/render.tsx';
import { Comparison } from './comparison.tsx';

afterEach(cleanup);

const agency = (name: string, group: AgencyNumbers['group']) =>
  ({ name, due: group ? 200 : 10, kept: group ? 140 : 5, expected: group && 70, group }) as AgencyNumbers;

function show(agencies: AgencyNumbers[], hasFunnel = true) {
  const funnel = hasFunnel ? { average: 0.7, spread: 0.0004, outer: 3.09 } : null;
  renderAtPortal(<Comparison numbers={{ agencies, funnel } as unknown as MonthNumbers} />);
}

/** Returns the groups, each with its agencies. */
const listed = () =>
  screen.queryAllByRole('heading', { level: 3 }).map((heading) => [
    heading.textContent,
    within(heading.parentElement!)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ]);
const says = (words: string) => screen.queryByText(words, { exact: false }) !== null;

test('the comparison names agencies that stand out and those too small to be compared', () => {
  show([agency('Civil Registry', 'better'), agency('Land Registry', 'expected'), agency('Public Works', null)]);

  expect(listed()).toEqual([
    [expect.stringContaining('Better'), ['Civil Registry']],
    [expect.stringContaining('As expected'), ['Land Registry']],
    [expect.stringContaining('Worse'), ['None']],
  ]);
  expect(screen.getByText('Public Works')).toBeTruthy();
  expect([says('No agency is compared'), says('No agency stands out')]).toEqual([false, false]);
});

test('the comparison says that no agency stands out, and lists none', () => {
  show([agency('Civil Registry', 'expected'), agency('Land Registry', 'expected')]);

  expect([says('No agency is compared'), says('No agency stands out'), listed()]).toEqual([false, true, []]);
  expect(says('not compared:')).toBe(false);
});

test('no agency is compared where too few have enough complaints', () => {
  show([agency('Civil Registry', null)], false);

  expect([says('No agency is compared'), says('No agency stands out'), says('not compared:')]).toEqual([
    true,
    false,
    false,
  ]);
  expect([listed(), screen.queryByRole('figure')]).toEqual([[], null]);
});
