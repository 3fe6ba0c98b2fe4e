import { expect, it } from 'vitest';
import catalogue from './en.po?raw';
import listed from './fixed-texts.txt?raw';

/** The fixed texts of the specification, to the letter; where a name or a number is filled in, the fixed part. */
const fixed = listed.trim().split('\n');

/** Every text of the catalogue, cut where something is filled in. */
const parts = new Set(
  catalogue
    .replaceAll('"\n"', '')
    .split('\n')
    .flatMap((line) => /^msgid "(.+)"$/u.exec(line)?.[1] ?? [])
    .flatMap((text) => text.replaceAll('\\"', '"').split(/\{[^}]*\}|<\/?\d+\/?>/u))
    .map((part) => part.trim()),
);

it.each(fixed)('the portal has the text of the specification: %s', (text) => {
  expect(parts).toContain(text);
});
