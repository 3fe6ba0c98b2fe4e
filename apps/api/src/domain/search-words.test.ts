import { expect, test } from 'vitest';
import { trackingTail, wordQuery } from './search-words.ts';

test.each([
  ['3K92', '29K3'],
  ['7F3K92', '29K3F7'],
  ['7f3k92', '29K3F7'],
  [' 7F3-K92 ', '29K3F7'],
  ['6-7F3K92', '29K3F7-6'],
  ['26-7F3K92', '29K3F7-62'],
  ['267F3K92', '29K3F7-62'],
  ['SDP-26-7F3K92', '29K3F7-62-PDS'],
  ['sdp267f3k92', '29K3F7-62-PDS'],
  ['SDP–26–7F3K92', '29K3F7-62-PDS'],
  ['SDP 26 7F3K92.', '29K3F7-62-PDS'],
  ['#SDP-26-7F3K92', '29K3F7-62-PDS'],
  ['ID: 7F3K92', '29K3F7'],
  ['7F٣K٩2', '29K3F7'],
  ['SDP-26-7F3K92 6791 0888 2345 6789', '29K3F7-62-PDS'],
])('a search for %s finds the tail of a tracking ID', (q, backwards) => {
  expect(trackingTail(q)).toBe(backwards);
  expect('29K3F7-62-PDS'.startsWith(backwards)).toBe(true);
});

test.each(['K92', 'water!', 'é3K92', '%%%%', '____', ''])('a search for %j is not taken for a tracking ID', (q) => {
  expect(trackingTail(q)).toBeUndefined();
});

test('a search requires all its words, the last one as a prefix', () => {
  expect(wordQuery('broken pipe roa')).toBe("'broken' & 'pipe' & 'roa':*");
  expect(wordQuery("it's O'Brien")).toBe("'it' & 's' & 'o' & 'brien':*");
  expect(wordQuery('Àyọ̀délé')).toBe("'ayodele':*");
  expect(wordQuery('0803-555-0177')).toBe("('0803' & '555' & '0177':* | '08035550177':* | 'ʀ771055530':*)");
  expect(wordQuery('call 0177 now')).toBe("'call' & ('0177' | 'ʀ7710':*) & 'now':*");
});

test.each(['', '  ', '!&|()<->:*', "'", '\\'])('a search for %j contains no word', (q) => {
  expect(wordQuery(q)).toBeUndefined();
});
