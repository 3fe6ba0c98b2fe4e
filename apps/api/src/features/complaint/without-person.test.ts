import { expect, test } from 'vitest';
import { withoutPerson } from './without-person.ts';

const nobody = { firstName: '', lastName: '', email: '', phone: null };
const quill = {
  firstName: 'Zephyrina',
  lastName: 'Quillfeather',
  email: 'zq@quill.example',
  phone: '+234 700 915 3377',
};
const without = (text: string, person: Partial<typeof quill>) => withoutPerson(text, { ...nobody, ...person });

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
  expect(without(html, { firstName: 'Noopener', lastName: 'Href' })).toBe(
    '<p>An <a href="https://x.example/Strong" rel="noopener">[…] &amp; […]</a></p>',
  );
  expect(without(html, { firstName: 'X.example', lastName: 'Amp' })).toBe(html.replace('x.example', '[…]'));
  expect(without('Zed <zed@x.example> wrote', { firstName: 'Zed', email: 'zed@x.example' })).toBe('[…] <[…]> wrote');
});
