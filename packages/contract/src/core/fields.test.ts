import { describe, expect, test } from 'vitest';
import {
  Day,
  Email,
  Id,
  NewPassword,
  Otp,
  Phone,
  lineText,
  optionalLine,
  optionalText,
  pageQuery,
  RequiredPhone,
  text,
} from './fields.ts';
import { dayIn, incidentWindow } from './incident-day.ts';
import { fullName } from './person-name.ts';
import { asciiDigits, cleanLine, isPhoneLike } from './spelling.ts';
import { limit } from './limit.ts';
import { message } from './message.ts';
import * as programMessage from './program-message.ts';

interface Schema {
  safeParse: (value: unknown) => { success: boolean; data?: unknown; error?: { issues: { message: string }[] } };
}

/** The first thing a schema has to say about a value; nothing when it takes it. */
function complaintOf(schema: Schema, value: unknown): string | undefined {
  return schema.safeParse(value).error?.issues[0]?.message;
}

describe('the window of incident dates', () => {
  test.each([
    ['2026-11-21', '2026-05-21', 'an ordinary day'],
    ['2026-08-31', '2026-02-28', 'February is shorter'],
    ['2024-08-31', '2024-02-29', 'a leap year'],
    ['2024-08-29', '2024-02-29', 'the leap day itself'],
    ['2025-08-29', '2025-02-28', 'no leap day in this year'],
    ['2000-08-30', '2000-02-29', 'a century that leaps'],
    ['2100-08-30', '2100-02-28', 'a century that does not'],
    ['2026-03-31', '2025-09-30', 'a month of 30 days, and across the year'],
    ['2026-01-01', '2025-07-01', 'across the year'],
    ['2026-06-30', '2025-12-30', 'December'],
    ['2026-12-31', '2026-06-30', 'the end of the year'],
    ['2024-02-29', '2023-08-29', 'from a leap day'],
  ])('on %s an incident may date back to %s: %s', (today, min) => {
    expect(incidentWindow(today)).toEqual({ min, max: today });
  });
});

describe('the day where the person is', () => {
  const instant = new Date('2026-03-01T00:30:00Z');
  test.each([
    ['UTC', '2026-03-01'],
    ['America/New_York', '2026-02-28'],
    ['Africa/Lagos', '2026-03-01'],
    ['Pacific/Kiritimati', '2026-03-01'],
    [undefined, '2026-03-01'],
    ['', '2026-03-01'],
    ['Mars/Olympus', '2026-03-01'],
  ])('the day of a person in the zone %s is %s', (zone, day) => {
    expect(dayIn(zone, instant)).toBe(day);
  });

  test('the day of a person east of the date line is already tomorrow', () => {
    expect(dayIn('Pacific/Kiritimati', new Date('2026-02-28T12:00:00Z'))).toBe('2026-03-01');
  });
});

describe('a day', () => {
  test.each(['2026-01-31', '2024-02-29', '2000-02-29'])('the date %s is accepted', (day) => {
    expect(Day.parse(day)).toBe(day);
  });
  test.each([
    '0000-01-01',
    '2026-02-29',
    '2026-02-30',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '01/02/2026',
    'today',
    '2026-01-01T00:00:00Z',
    '２０２６-01-01',
  ])('the date %s is refused, as it does not exist', (day) => {
    expect(complaintOf(Day, day)).toBe(message.invalid);
  });
  test('an empty date is reported as missing', () => {
    expect(complaintOf(Day, '')).toBe(message.required);
    expect(complaintOf(Day, undefined)).toBe(message.required);
  });
});

describe('an e-mail address', () => {
  test.each([
    ['  Ada.Obi@Mail.Example ', 'ada.obi@mail.example'],
    ["o'brien+tag@a-b.example", "o'brien+tag@a-b.example"],
    ['用户@例子.广告', '用户@xn--fsqu00a.xn--4rr70v'],
    ['ada@Bücher.Example', 'ada@xn--bcher-kva.example'],
    ['ada@bu\u0308cher.example', 'ada@xn--bcher-kva.example'],
    ['ada@xn--BCHER-kva.example', 'ada@xn--bcher-kva.example'],
    ['ame\u0301lie@mail.example', 'am\u00E9lie@mail.example'],
    ['\u202Aada\u200B@mail.example\u202C\u00A0', 'ada@mail.example'],
    ['ada@mail\u2011one.example', 'ada@mail-one.example'],
    ['ada@127.1', 'ada@127.1'],
  ])('the e-mail address %j is read as %s', (given, read) => {
    expect(Email.parse(given)).toBe(read);
  });
  test.each([
    'ada',
    'ada@',
    '@mail.example',
    'ada@mail',
    'ada@@mail.example',
    'ada@mail..example',
    'ada@.example',
    'a b@mail.example',
    'ada@mail.example, eve@mail.example',
    'Ada <ada@mail.example>',
    'ada@mail.example\nBcc: eve@mail.example',
    'ada\u0007@mail.example',
    'ada\u{E0041}@mail.example',
    'ada@bücher/x.example',
    'ada@-bücher_.exa mple',
    'ada@-mail.example',
    'ada@xn--\u0661.example',
  ])('%j is refused as an e-mail address', (given) => {
    expect(complaintOf(Email, given)).toBe(message.email);
  });
  test('an e-mail address that is too long is invalid, an empty one is reported as missing', () => {
    expect(complaintOf(Email, `${'a'.repeat(limit.emailMax)}@mail.example`)).toBe(message.email);
    expect(complaintOf(Email, ' ')).toBe(message.required);
  });
});

describe('a phone number', () => {
  test.each(['+234 (0) 800-000.000', '08000000000', '', undefined])('the phone number %j is accepted', (given) => {
    expect(complaintOf(Phone, given)).toBeUndefined();
  });
  test.each([
    ['\u202A+234 803 555 0100\u202C', '+234 803 555 0100'],
    ['+234\u00A0803\u202F555\u20070100', '+234 803 555 0100'],
    ['+234\u2011803\u20135550100', '+234-803-5550100'],
    ['٠١٠٠١٢٣٤٥٦٧', '01001234567'],
    ['०९८७६५४३२१०', '09876543210'],
    ['tel:+2348035550100', '+2348035550100'],
    ['020 7946 0958 ext. 12', '020 7946 0958 ext. 12'],
    ['+1-202-555-0123 x45', '+1-202-555-0123 x45'],
  ])('the phone number %j is read as %j', (given, read) => {
    expect(Phone.parse(given)).toBe(read);
    expect(RequiredPhone.parse(given)).toBe(read);
  });
  test('a phone number of invisible characters counts as missing where one is required', () => {
    expect(Phone.parse(' \u200B ')).toBe('');
    expect(complaintOf(RequiredPhone, '\u200E')).toBe(message.required);
  });
  test.each(['call me', '+', '1234', '0800 000 000 000 000 000 000'])('the phone number %j is refused', (given) => {
    expect(complaintOf(Phone, given)).toBe(message.invalid);
  });
});

test('a password of 8 to 128 characters is accepted without any change', () => {
  expect(NewPassword.parse('  spaces kept  ')).toBe('  spaces kept  ');
  expect(complaintOf(NewPassword, '1234567')).toBe(message.passwordLength);
  expect(complaintOf(NewPassword, 'x'.repeat(129))).toBe(message.passwordLength);
});

test('a mailed code has six digits', () => {
  expect(Otp.parse(' 012345 ')).toBe('012345');
  for (const pasted of ['123 456', '123\u00A0456', '123-456', '\u202A123456\u202C', '١٢٣٤٥٦'])
    expect(Otp.parse(pasted)).toBe('123456');
  for (const wrong of ['12345', '1234567', '12345a']) expect(complaintOf(Otp, wrong)).toBe(message.codeWrong);
});

test('a required text is trimmed, must not be empty and has a limit', () => {
  expect(text(5).parse('  abc ')).toBe('abc');
  expect(complaintOf(text(5), '   ')).toBe(message.required);
  expect(complaintOf(text(5), undefined)).toBe(message.required);
  expect(complaintOf(text(5), 'abcdef')).toBe(message.tooLong);
  expect(complaintOf(optionalText(5), undefined)).toBeUndefined();
  expect(complaintOf(optionalText(5), 'abcdef')).toBe(message.tooLong);
});

describe('a line', () => {
  test.each([
    ["  Ngozi O'Neill-Adé ", "Ngozi O'Neill-Adé"],
    ['Adébáyọ̀'.normalize('NFD'), 'Adébáyọ̀'.normalize('NFC')],
    ['王小明', '王小明'],
    ['नर्मदा\u200Dा', 'नर्मदा\u200Dा'],
    ['می\u200Cخواهم', 'می\u200Cخواهم'],
    ['می\u200C\u200C\u200Dخواهم', 'می\u200Cخواهم'],
    ['👨\u200D👩\u200D👧', '👨\u200D👩\u200D👧'],
    ['🤦🏽\u200D♂\uFE0F', '🤦🏽\u200D♂\uFE0F'],
    ['Adé\u200D\u200Cbáyọ̀\u200D', 'Adébáyọ̀'],
    ['Obi\u00A0Eze\u2011Ojo', 'Obi Eze-Ojo'],
    ['A\r\nBcc:\tb', 'A Bcc: b'],
    ['A\u202Egnp.\u2066B\u200E', 'Agnp.B'],
    ['A\u0000\u009FB\u2028C', 'A B C'],
    ['so\u00ADft\u2060\uFEFF', 'soft'],
  ])('the pasted line %j is kept as %j', (pasted, kept) => {
    expect(lineText(60).parse(pasted)).toBe(kept);
    expect(cleanLine(kept)).toBe(kept);
  });
});

const unseen = [
  '',
  '  ',
  '\u200B',
  '\u2060\u200B',
  '\u3164',
  '\u2800',
  '\u00AD',
  '\u200E\u200F',
  '\u200D\uFE0F',
  '\u{1D159}',
  '\u0001',
];
test.each(unseen)('of %j nothing is seen, so a required text is missing and an optional one empty', (value) => {
  expect(complaintOf(text(60), value)).toBe(message.required);
  expect(complaintOf(lineText(60), value)).toBe(message.required);
  expect(optionalText(60).parse(value)).toBe('');
  expect(optionalLine(60, 5).parse(value)).toBe('');
});

test('a text is kept in NFC', () => {
  expect(text(60).parse('Ọ̀ṣogbo'.normalize('NFD'))).toBe('Ọ̀ṣogbo'.normalize('NFC'));
  expect(optionalText(60).parse('café'.normalize('NFD'))).toBe('café');
});

test('a text reads as a telephone number by its digits, however they are written', () => {
  for (const text of ['+234 803 555 0142', '0803-555-0142', '(0803) 5550142', '٠٨٠٣٥٥٥٠١٤٢'])
    expect(isPhoneLike(text)).toBe(true);
  for (const text of ['123456', 'SDP-26-001520', '12 March 2026', 'call 08035550142'])
    expect(isPhoneLike(text)).toBe(false);
});

test('digits of every script are read as 0-9', () => {
  const zeros = Array.from({ length: 0x1fbf1 }, (_, code) => String.fromCodePoint(code)).filter(
    (sign) => /\p{Nd}/u.test(sign) && new Intl.Collator('en', { numeric: true }).compare(sign, '0') === 0,
  );
  expect(zeros.length).toBeGreaterThan(60);
  for (const zero of zeros) {
    const digits = Array.from({ length: 10 }, (_, digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + digit));
    expect(asciiDigits(digits.join(''))).toBe('0123456789');
  }
});

test.each([
  ['Suharto', '–', 'Suharto'],
  ['-', 'Suharto', 'Suharto'],
  ['Suharto', '.', 'Suharto'],
  ['Ada', 'Obi-Eze', 'Ada Obi-Eze'],
])('the name %s %s is shown as %s', (first_name, last_name, shown) => {
  expect(fullName({ first_name, last_name })).toBe(shown);
});

test('an id is a UUID, and has one spelling', () => {
  expect(complaintOf(Id, '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b')).toBeUndefined();
  expect(Id.parse('0190A1B2-C3D4-7E5F-8A9B-0C1D2E3F4A5B')).toBe('0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b');
  for (const wrong of ['1', "' or 1=1", 42]) expect(complaintOf(Id, wrong)).toBe(message.invalid);
  expect(complaintOf(Id, '')).toBe(message.required);
});

test('a page of a list has 20 entries by default, and at most 100', () => {
  expect(pageQuery.limit.parse(undefined)).toBe(20);
  expect(pageQuery.limit.parse('100')).toBe(100);
  for (const wrong of ['0', '-1', '101', '1.5', 'all', 'NaN'])
    expect(complaintOf(pageQuery.limit, wrong)).toBe(programMessage.limit);
});
