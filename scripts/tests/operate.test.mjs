import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { metricNames, readText, settingNames } from '../lib/facts.mjs';
import { root } from '../lib/run.mjs';

const page = readText('docs/operate.md');
const section = (title) => page.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? '';
/** What stands in code in the first column of the tables. */
const firstColumn = (text) =>
  [...text.matchAll(/^\| (`[^|]*`) +\|/gm)].flatMap(([, cell]) => cell.match(/(?<=`)[\w./-]+(?=`)/g) ?? []);

const byText = (one, other) => one.localeCompare(other);

test('names every setting once, in the order of the code, and no other', () => {
  expect(
    firstColumn(section('Settings'))
      .filter((name) => /^[A-Z_]+$/.test(name))
      .toSorted(byText),
  ).toEqual(settingNames().toSorted(byText));
});

test('the README names no setting that is not there, and leaves none out', () => {
  const table = firstColumn(readText('README.md')).filter((name) => /^[A-Z][A-Z_]+$/.test(name));
  expect(table.toSorted(byText)).toEqual(settingNames().toSorted(byText));
});

test('names every metric of the server, and no other', () => {
  const own = [...metricNames()].filter((name) => name.startsWith('baraza_') && !/_(bucket|sum|count)$/.test(name));
  expect(own.length).toBeGreaterThan(10);
  expect(firstColumn(section('What to watch')).toSorted(byText)).toEqual(own.toSorted(byText));
});

test('names files and sections that are there', () => {
  const files = [...page.matchAll(/`(deploy\/[\w./-]+)`/g)].map(([, file]) => file);
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  const anchors = [...page.matchAll(/\]\(#([\w-]+)\)/g)].map(([, anchor]) => anchor);
  const titles = [...page.matchAll(/^## (.+)$/gm)].map(([, title]) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
  expect(anchors).toEqual(titles);
});
