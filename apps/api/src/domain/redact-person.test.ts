import { expect, test } from 'vitest';
import { redactHtml, redactText } from './redact-person.ts';

const nobody = { firstName: '', lastName: '', email: '', phone: null, callPhones: [] };
const quill = {
  firstName: 'Zephyrina',
  lastName: 'Quillfeather',
  email: 'zq@quill.example',
  phone: '+234 700 915 3377',
  callPhones: ['0803 555 0177'],
};
const redact = (text: string, person: Partial<typeof quill>) => redactText(text, { ...nobody, ...person });

test('full name in either order, e-mail address and phone number are redacted, and nothing else', () => {
  const text = `zephyrina Quillfeather; QUILLFEATHER, Zephyrina's tap; Ms Quillfeather; ZQ@Quill.example; 0700 915 3377; +2348035550177`;
  expect(redactText(text, quill)).toBe(`[…]; […]'s tap; Ms Quillfeather; […]; […]; […]`);
});

test.each([{ phone: '112' }, { phone: '767 00' }, { phone: '.....' }, { email: 'office' }, { firstName: 'office' }])(
  'redacting a person with only %o changes nothing',
  (person) => {
    const answer = 'The office calls 112 or 767 00 on Sunday.....';
    expect(redact(answer, person)).toBe(answer);
  },
);

test('words and link targets of HTML are redacted, its tags are not', () => {
  const html = '<p>A <a href="mailto:zq%40quill.example" rel="noopener">A Href &amp; Zephyrina Quillfeather</a></p>';
  expect(redactHtml(html, quill)).toBe('<p>A <a href="mailto:[…]" rel="noopener">A Href &amp; […]</a></p>');
  expect(redactHtml(html, { ...nobody, firstName: 'A', lastName: 'Href' })).toBe(html.replace('A Href', '[…]'));
});

test('plain text that looks like a tag is redacted too', () => {
  expect(redact('Ask <a Quillan Home>.', { firstName: 'Quillan', lastName: 'Home' })).toBe('Ask <a […]>.');
});

test.each([
  ['+234 700 915 3377', '0700\u2011915\u20113377'],
  ['+234 700 915 3377', '+234\u2013700\u2013915\u20133377'],
  ['+234 700 915 3377', '00234 700 9153377'],
  ['+234 700 915 3377', '+234 (0)700 915 3377'],
  ['0700-915-3377', '2347009153377'],
  ['0700-915-3377', '00234 700 915 3377'],
  ['555-01234', '555\u201101234'],
])('the number %s is redacted as %s', (phone, text) => {
  expect(redact(`Call ${text}, not 0700 915 3378.`, { phone })).toBe('Call […], not 0700 915 3378.');
});

/** Measures how much longer a text of eight times the length takes: about 8 when linear, 64 when quadratic. */
function growthOf(unit: string): number {
  const person = {
    firstName: 'Sunday',
    lastName: 'Bo',
    email: 'a.a@a.example',
    phone: '+000 000 000 000',
    callPhones: [],
  };
  const timeOf = (length: number) => {
    const text = unit.repeat(Math.ceil(length / unit.length));
    const runs = Array.from({ length: 5 }, () => {
      const start = performance.now();
      redactHtml(text, person);
      return performance.now() - start;
    });
    return Math.min(...runs);
  };
  timeOf(20_000);
  return timeOf(160_000) / timeOf(20_000);
}

test.each(['<a ', '<a href="', '&amp', ' ', 'Sunday ', 'Sunday      ', 'Bo,', '0', '0      ', '+0', '('])(
  'redacting a text of nothing but %o takes time in proportion to its length',
  { tags: ['full'] },
  (unit) => {
    expect(growthOf(unit)).toBeLessThan(24);
  },
);
