import { describe, expect, test } from 'vitest';
import { splitQuote } from './mail-quote.ts';

const words = 'On Monday.\nAt eight.';

describe('splitQuote returns the new words and, apart from them, the earlier mail', () => {
  test.each([
    ['behind > at the end', '> When was that?\n> Please say.'],
    [
      'behind > with who wrote it',
      'On Tue, 3 Nov 2026 at 10:00, Water Board <x@y.example> wrote:\n> When was that?\n\n> Bye',
    ],
    [
      'with who wrote it on two lines',
      'Am Dienstag, 3. November\nschrieb Water Board <x@y.example>:\n\n> When was that?',
    ],
    ['behind a divider', '-----Original Message-----\nFrom: Water Board\nWhen was that?'],
    ['behind a line of underscores', '________________________________\nFrom: Water Board\nWhen?'],
    ['behind its head', 'From: Water Board <x@y.example>\nSent: Tuesday\nTo: Ada\n\nWhen was that?'],
    ['behind its head in Kiswahili', 'Kutoka: <x@y.example>\nTarehe: Jumanne\nKwa: Ada\n\nLini?'],
  ])('%s', (_, quote) => {
    expect(splitQuote(`${words}\n\n${quote}`)).toEqual({ words, quote });
  });

  test.each([
    ['a mail without one', words],
    ['answers between quoted lines', '> When?\nOn Monday.\n> Where?\nHill Road.'],
    ['one line that reads like a head', 'Time: at eight.\nBye'],
    ['nothing', ''],
  ])('%s stays whole', (_, mail) => {
    expect(splitQuote(mail)).toEqual({ words: mail, quote: '' });
  });
});
