import { expect, test } from 'vitest';
import { htmlWithoutPerson, withoutPerson } from './redact-person.ts';

const nobody = { firstName: '', lastName: '', email: '', phone: null };
const quill = {
  firstName: 'Zephyrina',
  lastName: 'Quillfeather',
  email: 'zq@quill.example',
  phone: '+234 700 915 3377',
};
const without = (text: string, person: Partial<typeof quill>) => withoutPerson(text, { ...nobody, ...person });
const inHtml = (text: string, person: Partial<typeof quill>) => htmlWithoutPerson(text, { ...nobody, ...person });

test('what names a person is taken out of a text, and nothing else', () => {
  const person = { firstName: 'Ann', lastName: 'O. Day', email: 'ann@home.example', phone: '+234 800 000' };
  const text = 'Dear ANN  O. Day (ann@home.example, +234 800 000): Annual holiday, ann. Day.';
  expect(withoutPerson(text, person)).toBe('Dear […] ([…], […]): Annual holiday, […]. Day.');
  expect(withoutPerson('Nothing', { ...nobody, lastName: 'X' })).toBe('Nothing');
});

test('either name, both in either order, the address and the number, however they are written', () => {
  const text = `zephyrina; QUILLFEATHER, Zephyrina; Ms Quillfeather's tap; ZQ@Quill.example; 0700 915 3377; +2347009153377`;
  expect(withoutPerson(text, quill)).toBe(`[…]; […]; Ms […]'s tap; […]; […]; […]`);
  expect(without('Mary came; Mary Jane came; Jane came.', { firstName: 'Mary Jane', lastName: 'Obi' })).toBe(
    '[…] came; […] came; […] came.',
  );
  expect(without('Call +234 700 9153377.', { phone: '0700-915-3377' })).toBe('Call […].');
});

const answer =
  'It is not the duty of the office to mend a pipe. I will call 112 or 767 00 on Sunday... A man may hope.';

test.each([
  { firstName: 'not', lastName: 'the' },
  { firstName: 'The', lastName: 'Office' },
  { firstName: 'a', lastName: 'I' },
  { firstName: 'Sunday', lastName: 'Hope' },
  { firstName: 'will call', lastName: 'mend a pipe' },
  { phone: '112' },
  { phone: '767 00' },
  { phone: '.....' },
  { email: 'office' },
])('whoever calls themselves %o edits no answer', (person) => {
  expect(without(answer, person)).toBe(answer);
});

test('an ordinary or a short name goes where it is written as a name', () => {
  expect(without('Dear Sunday, on Sunday we come.', { firstName: 'Sunday', lastName: 'Ojo' })).toBe(
    'Dear […], on Sunday we come.',
  );
  expect(without('Sunday Will will be met on Sunday.', { firstName: 'Sunday', lastName: 'Will' })).toBe(
    '[…] will be met on Sunday.',
  );
  expect(without('Hello BO! We bo at Bo.', { firstName: 'Bo', lastName: 'Ng' })).toBe('Hello […]! We bo at Bo.');
});

test('a name is no part of the mark-up, but of where a link leads', () => {
  const html = '<p>An <a href="https://x.example/Strong" rel="noopener">href &amp; Noopener</a></p>';
  expect(inHtml(html, { firstName: 'Noopener', lastName: 'Href' })).toBe(
    '<p>An <a href="https://x.example/Strong" rel="noopener">[…] &amp; […]</a></p>',
  );
  expect(inHtml(html, { firstName: 'X.example', lastName: 'Amp' })).toBe(html.replace('x.example', '[…]'));
  expect(inHtml('Zed <zed@x.example> wrote', { firstName: 'Zed', email: 'zed@x.example' })).toBe('[…] <[…]> wrote');
  expect(inHtml('<a href="mailto:quillan%40home.example">x</a>', { email: 'quillan@home.example' })).toBe(
    '<a href="mailto:[…]">x</a>',
  );
});

test('in texts that are no HTML nothing is mark-up', () => {
  const person = { firstName: 'Quillan', lastName: 'Home' };
  expect(without('Ask <a Quillan Home> or <p quillan>.', person)).toBe('Ask <a […]> or <p […]>.');
});

test.each([
  ['王伟 said, 王 伟 came, 伟 went.', '伟', '王', '[…] said, […] came, […] went.'],
  ['रमा आई, रमाकांत नहीं।', 'रमा', 'देवी', '[…] आई, रमाकांत नहीं।'],
  ['김민준 came.', '민준', '김', '[…] came.'],
  ['ZephyrinaQuillfeather wrote.', 'Zephyrina', 'Quillfeather', '[…] wrote.'],
  ['A car and a pet, a carpet.', 'Pet', 'Car', 'A car and a […], a carpet.'],
  ['Jose\u0301 and Jos\u00e9; cafe\u0301.', 'Jos\u00e9', 'Ng', '[…] and […]; cafe\u0301.'],
  ['Jose\u0301 and Jos\u00e9.', 'Jose\u0301', 'Ng', '[…] and […].'],
  ['Jose\u0301 is another one.', 'Jose', 'Ng', 'Jose\u0301 is another one.'],
  ['O\u2019Brien, O\u02bcBrien, O\u0027Brien\u02bcs.', 'X', 'O\u0027Brien', '[…], […], […]\u02bcs.'],
  ['O\u2019Brien, O\u0027Brien.', 'X', 'O\u02bcBrien', '[…], […].'],
])('names as the world writes them: %s', (text, firstName, lastName, left) => {
  expect(without(text, { firstName, lastName })).toBe(left);
});

test.each(['Honourable', 'Hon.', 'Prof.', 'Mzee', 'Bwana', 'Alhaji', 'Chief', 'Madam', 'hon'])(
  'an ordinary name goes after %s',
  (form) => {
    expect(without(`Dear ${form} Sunday, on Sunday we come.`, { firstName: 'Sunday', lastName: 'Ojo' })).toBe(
      `Dear ${form} […], on Sunday we come.`,
    );
  },
);

test.each([
  ['+234 700 915 3377', '0700\u2011915\u20113377'],
  ['+234 700 915 3377', '+234\u2013700\u2013915\u20133377'],
  ['+234 700 915 3377', '00234 700 9153377'],
  ['+234 700 915 3377', '+234 (0)700 915 3377'],
  ['0700-915-3377', '2347009153377'],
  ['0700-915-3377', '00234 700 915 3377'],
  ['555-01234', '555\u201101234'],
])('the number %s is found as %s', (phone, text) => {
  expect(without(`Call ${text}, not 0700 915 3378.`, { phone })).toBe('Call […], not 0700 915 3378.');
});

/** How much longer a text takes that is eight times as long: eight times when each of its signs costs the same, or 64 times. */
function growth(it: (text: string) => unknown, unit: string): number {
  const took = (length: number) => {
    const text = unit.repeat(Math.ceil(length / unit.length));
    const runs = Array.from({ length: 5 }, () => {
      const start = performance.now();
      it(text);
      return performance.now() - start;
    });
    return Math.min(...runs);
  };
  took(20_000);
  return took(160_000) / took(20_000);
}

const worst = { firstName: 'Sunday', lastName: 'Bo', email: 'a.a@a.example', phone: '+000 000 000 000' };
test.each([
  '<a ',
  '<a href="',
  '<p /',
  '&amp',
  ' ',
  'Dear ',
  'Dear      ',
  'Sunday ',
  'Bo',
  '0',
  '0 ',
  '0      ',
  '+0',
  '(',
])('a text of nothing but %o takes a time in proportion to its length', (unit) => {
  expect(growth((text) => htmlWithoutPerson(text, worst), unit)).toBeLessThan(24);
});
