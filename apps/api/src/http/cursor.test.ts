import * as programMessage from '@baraza/contract/core/program-message';
import { expect, test } from 'vitest';
import { fromCursor, toCursor } from './cursor.ts';
import { AppError } from './errors.ts';

const place = { at: new Date('2026-05-01T12:00:00.123Z'), id: '0190a1b2-c3d4-4e5f-8a9b-0c1d2e3f4a5b' };

test('the cursor of a page keeps its place to the millisecond and needs no escaping in an address', () => {
  const cursor = toCursor('letters', place);
  expect(fromCursor('letters', cursor)).toEqual(place);
  expect(encodeURIComponent(cursor)).toBe(cursor);
  expect(fromCursor('letters', toCursor('letters', { ...place, at: null }))).toEqual({ ...place, at: null });
  const precise = { ...place, second: new Date('2026-04-01T08:00:00.321Z') };
  expect(fromCursor('letters', toCursor('letters', precise))).toEqual(precise);
});

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

test.each([
  ['no cursor at all', 'nonsense'],
  ['an empty one', ''],
  ['one of another list', toCursor('bills', place)],
  ['one without an id', encode(['letters', 1])],
  ['one whose id is none', encode(['letters', 1, "' or 1=1"])],
  ['one whose time is a text', encode(['letters', '2026-05-01', place.id])],
  ['one beyond all calendars', encode(['letters', 9e15, place.id])],
  ['one whose second time is a text', encode(['letters', 1, place.id, 'more'])],
  ['one with more to say', encode(['letters', 1, place.id, 1, 1])],
  ['an object', encode({ at: 1, id: place.id })],
])('the cursor of a page is refused as bad input: %s', (_name, cursor) => {
  expect(() => fromCursor('letters', cursor)).toThrow(AppError);
  expect(() => fromCursor('letters', cursor)).toThrow(programMessage.cursor);
});
