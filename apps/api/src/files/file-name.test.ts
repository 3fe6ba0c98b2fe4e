import { expect, test } from 'vitest';
import { displayName } from './file-name.ts';

test.each([
  ['می\u200Cخواهم.jpg', 'می\u200Cخواهم.jpg'],
  ['👨\u200D👩\u200D👧\u200D👦.png', '👨\u200D👩\u200D👧\u200D👦.png'],
  ['in\u200Dvoice\u202Egpj.jpg', 'invoicegpj.jpg'],
  ['cafe\u0301.jpg', 'café.jpg'],
  ['C:\\photos\\..a\tb?.jpg', 'ab.jpg'],
  ['\u200E .htaccess', 'htaccess'],
])('the file %j is shown as %j', (fileName, shown) => {
  expect(displayName(fileName)).toBe(shown);
});
