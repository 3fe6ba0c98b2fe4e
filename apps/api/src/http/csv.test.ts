import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test.each([
  ['plain', 'plain'],
  ['two words', 'two words'],
  ['a,b', '"a,b"'],
  ['say "no"', '"say ""no"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', `"'=1+1"`],
  ['+1', `"'+1"`],
  ['-1', `"'-1"`],
  ['@sum', `"'@sum"`],
  ['\tx', `"'\tx"`],
  ['\rx', `"'\rx"`],
  ['\nx', `"'\nx"`],
  [' =1', `"' =1"`],
  ['＝1', `"'＝1"`],
  ['\u200B=1', `"'\u200B=1"`],
  ['\u202E \u0007@1', `"'\u202E \u0007@1"`],
  ['a=1', 'a=1'],
  [-1, '-1'],
  [null, ''],
])('the CSV cell %j is written as %j', (value, written) => {
  expect(csvLine([value])).toBe(`${written}\r\n`);
});

test('cells of a CSV line are separated by commas', () => {
  expect(csvLine(['a', 1, null, 'b,c'])).toBe('a,1,,"b,c"\r\n');
});
