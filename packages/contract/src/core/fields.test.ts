import { describe, expect, test } from 'vitest';
import {
  Day,
  Email,
  Id,
  NewPassword,
  Otp,
  Phone,
  dayIn,
  incidentWindow,
  optionalText,
  pageQuery,
  personName,
  text,
} from './fields.ts';
import { limit } from './limit.ts';
import { message } from './message.ts';

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
    ['用户@例子.广告', '用户@例子.广告'],
  ])('the e-mail address %s is read as %s', (given, read) => {
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
    'ada\u200B@mail.example',
    'ada@mail\u202E.example',
    'ada\u0007@mail.example',
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
  test.each(['call me', '+', '1234', '0800 000 000 000 000 000 000', '080\u0660000'])(
    'the phone number %j is refused',
    (given) => {
      expect(complaintOf(Phone, given)).toBe(message.invalid);
    },
  );
});

test('a password of 8 to 128 characters is accepted without any change', () => {
  expect(NewPassword.parse('  spaces kept  ')).toBe('  spaces kept  ');
  expect(complaintOf(NewPassword, '1234567')).toBe(message.passwordLength);
  expect(complaintOf(NewPassword, 'x'.repeat(129))).toBe(message.passwordLength);
});

test('a mailed code has six digits', () => {
  expect(Otp.parse(' 012345 ')).toBe('012345');
  for (const wrong of ['12345', '1234567', '12345a', '١٢٣٤٥٦']) expect(complaintOf(Otp, wrong)).toBe(message.codeWrong);
});

test('a required text is trimmed, must not be empty and has a limit', () => {
  expect(text(5).parse('  abc ')).toBe('abc');
  expect(complaintOf(text(5), '   ')).toBe(message.required);
  expect(complaintOf(text(5), undefined)).toBe(message.required);
  expect(complaintOf(text(5), 'abcdef')).toBe(message.tooLong);
  expect(complaintOf(optionalText(5), undefined)).toBeUndefined();
  expect(complaintOf(optionalText(5), 'abcdef')).toBe(message.tooLong);
});

describe('the name of a person', () => {
  test.each(["  Ngozi O'Neill-Adé ", 'Ọlá', '王小明', 'محمد', 'नर्मदा\u200Dा', 'X Æ A-12', '𠮷野'])(
    'the name %s is accepted',
    (name) => {
      expect(personName(60).parse(name)).toBe(name.trim());
    },
  );
  test.each([
    'A\nB',
    'A\r\nBcc: b',
    'A\tB',
    'A\u0000B',
    'A\u009FB',
    'A\u2028B',
    'A\u202Egnp.B',
    'A\u2066B',
    'A\u2069B',
  ])('the name %j is refused for characters that cannot be used', (name) =>
    expect(complaintOf(personName(60), name)).toBe(message.nameSigns),
  );
  test.each(['', '  ', '\u200B', '\u3164', '\u2800', '\u200D\uFE0F'])(
    'the name %j counts as missing, as nothing of it is visible',
    (name) => {
      expect(complaintOf(personName(60), name)).toBe(message.required);
    },
  );
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
    expect(complaintOf(pageQuery.limit, wrong)).toBe(message.invalid);
});
