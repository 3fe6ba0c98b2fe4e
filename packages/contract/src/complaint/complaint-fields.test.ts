import { describe, expect, test } from 'vitest';
import { limit } from '../core/limit.ts';
import { hasText, NewComplaint, NewSurvey, ReceiptPair } from './complaint-fields.ts';
import { message } from '../core/message.ts';

const id = '0190a1b2-c3d4-4e5f-8a9b-0c1d2e3f4a5b';
const good = {
  mda: id,
  mdaJurisdiction: '',
  category: id,
  title: 'No water since Monday',
  description: '<p>The tap is dry.</p>',
  location: 'Block C',
  incidentDate: '2026-11-20',
};

/** The first message for each field of a complaint that differs from a good one in these. */
function messages(over: Record<string, unknown>): Record<string, string> {
  const issues = NewComplaint.safeParse({ ...good, ...over }).error?.issues ?? [];
  return Object.fromEntries(issues.toReversed().map((issue) => [issue.path.join('.'), issue.message]));
}

test('a valid complaint is accepted, with its texts trimmed', () => {
  expect(messages({})).toEqual({});
  expect(NewComplaint.parse({ ...good, title: '  No water  ', location: ' Here ' })).toMatchObject({
    title: 'No water',
    location: 'Here',
  });
});

test.each(['title', 'description', 'location', 'incidentDate'])('a complaint without %s is refused', (field) => {
  expect(messages({ [field]: '' })).toEqual({ [field]: message.required });
  expect(messages({ [field]: undefined })).toEqual({ [field]: message.required });
});

test.each(['mda', 'category', 'mdaJurisdiction'])('a complaint is refused if its %s is no ID', (field) => {
  expect(Object.keys(messages({ [field]: 'x' }))).toEqual([field]);
});

test('a complaint’s title has 5 to 150 characters after trimming', () => {
  expect(messages({ title: ' abcd ' })).toEqual({ title: message.tooShort });
  expect(messages({ title: ' abcde ' })).toEqual({});
  expect(messages({ title: 'x'.repeat(limit.titleMax) })).toEqual({});
  expect(messages({ title: 'x'.repeat(limit.titleMax + 1) })).toEqual({ title: message.tooLong });
});

test.each([
  ['Water\u202Egnp.\u2066 is dry', 'Watergnp. is dry'],
  ['No water\r\nBcc: eve', 'No water Bcc: eve'],
  ['No\u200B\u200B\u200C water', 'No water'],
  ['نمی\u200Cخواهم آب', 'نمی\u200Cخواهم آب'],
  ['Fire ❤\uFE0F\u200D🔥 in street', 'Fire ❤\uFE0F\u200D🔥 in street'],
])('the title or place %j of a complaint is kept as %j', (given, kept) => {
  expect(NewComplaint.parse({ ...good, title: given, location: given })).toMatchObject({ title: kept, location: kept });
});

test('a title or place of invisible characters counts as missing', () => {
  expect(messages({ title: '\u200B \u202E\u200D\u200D', location: '\u2066\n' })).toEqual({
    title: message.required,
    location: message.required,
  });
  expect(messages({ title: 'abc\u200B\u200B\u200B' })).toEqual({ title: message.tooShort });
});

test('a complaint drops values that its form does not have', () => {
  expect(NewComplaint.parse({ ...good, citizen: id, status: 'Resolved' })).not.toHaveProperty('citizen');
});

describe('text in HTML', () => {
  test.each(['<p>x</p>', 'x', '1 < 2', '<p>&nbsp;a</p>', '<p>😀</p>', '<p>&amp;</p>', '<ul><li><p>x</p></li></ul>'])(
    'the HTML %s contains text',
    (html) => {
      expect(hasText(html)).toBe(true);
    },
  );
  test.each([
    '',
    '   ',
    '<p></p>',
    '<p><br></p>',
    '<p>&nbsp;</p>',
    '<p>\u00A0&#160;</p>',
    '<p>\u200B\uFEFF</p>',
    '<ul><li></li></ul>',
    '<a href="https://a.example"></a>',
    '<img src="x">',
  ])('the HTML %s contains no text', (html) => {
    expect(hasText(html)).toBe(false);
  });

  test('HTML of very many brackets is checked quickly', () => {
    const began = performance.now();
    hasText('<'.repeat(200_000));
    expect(messages({ description: '<'.repeat(2_000_000) })).toEqual({ description: message.tooLong });
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});

test('a survey needs a whole rating of 1 to 5 and a comment', () => {
  const survey = { rating: '5', description: 'Quick', complaint: id };
  expect(NewSurvey.parse(survey)).toMatchObject({ rating: 5 });
  for (const rating of [0, 6, 2.5, 'good', null])
    expect(NewSurvey.safeParse({ ...survey, rating }).success).toBe(false);
  expect(NewSurvey.safeParse({ ...survey, description: '  ' }).error?.issues[0]?.message).toBe(message.required);
});

const pair = { trackingId: 'SDP-26-Z5TPBN', receiptCode: '6791088823456789' };
const bothCopied = 'SDP-26-Z5TPBN 6791 0888 2345 6789';

test.each([
  'sdp 26 z5tpbn',
  'SDP26Z5TPBN',
  'SDP–26—Z5TPBN',
  'SDP\u201126\u2011Z5TPBN',
  '\u202ASDP-26-Z5TPBN\u202C',
  'SDP-26-Z5TPBN.',
  'ID: SDP-26-Z5TPBN',
  '#SDP-26-Z5TPBN',
  'Tracking ID: SDP - 26 - Z5TPBN',
  'SDP-٢٦-Z٥TPBN',
  'ＳＤＰ－２６－Ｚ５ＴＰＢＮ',
  bothCopied,
  `https://portal.example:3000/track#SDP-26-Z5TPBN-${pair.receiptCode}`,
])('the tracking ID %j is read with its receipt code', (trackingId) => {
  expect(ReceiptPair.parse({ ...pair, trackingId })).toEqual(pair);
});

test.each([
  '6791 0888 2345 6789',
  '6791-0888-2345-6789',
  '6791–0888–2345–6789',
  '6791\u00A00888\u202F2345\u20076789',
  '\u200B6791\u200B088823456789',
  '٦٧٩١ ٠٨٨٨ ٢٣٤٥ ٦٧٨٩',
  'Code: 6791 0888 2345 6789',
  bothCopied,
])('the receipt code %j is read', (receiptCode) => {
  expect(ReceiptPair.parse({ ...pair, receiptCode })).toEqual(pair);
});

test.each([
  { trackingId: bothCopied, receiptCode: '' },
  { trackingId: bothCopied, receiptCode: bothCopied },
  { trackingId: '', receiptCode: bothCopied },
  { trackingId: pair.receiptCode, receiptCode: pair.trackingId },
])('tracking ID and receipt code are found in either box: %j', (boxes) => {
  expect(ReceiptPair.parse(boxes)).toEqual(pair);
});

test.each([
  [
    { trackingId: '', receiptCode: '' },
    { trackingId: message.required, receiptCode: message.required },
  ],
  [{ trackingId: pair.trackingId, receiptCode: '\u200B' }, { receiptCode: message.required }],
  [{ ...pair, receiptCode: '679108882345678' }, { receiptCode: message.receiptDigits }],
  [{ ...pair, receiptCode: '67910888234567891' }, { receiptCode: message.receiptDigits }],
  [{ ...pair, receiptCode: 'none' }, { receiptCode: message.receiptDigits }],
])('the pair %j is refused with what is missing', (boxes, refused) => {
  const issues = ReceiptPair.safeParse(boxes).error?.issues ?? [];
  expect(Object.fromEntries(issues.map((issue) => [issue.path.join('.'), issue.message]))).toEqual(refused);
});
