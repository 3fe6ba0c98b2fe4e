import { languages, segmentsOf, statusOf, toSms } from '@baraza/contract';
import { expect, test } from 'vitest';
import { type Words, speakerOf } from '../../texts/words.ts';
import * as replies from './replies.ts';

test.each([
  ['a'.repeat(160), 'GSM-7', 1],
  ['a'.repeat(161), 'GSM-7', 2],
  ['a'.repeat(306), 'GSM-7', 2],
  ['a'.repeat(307), 'GSM-7', 3],
  ['€'.repeat(80), 'GSM-7', 1],
  ['€'.repeat(81), 'GSM-7', 2],
  ['é'.repeat(160), 'GSM-7', 1],
  ['ê'.repeat(70), 'UCS-2', 1],
  ['ọ'.repeat(71), 'UCS-2', 2],
  ['😀'.repeat(35), 'UCS-2', 1],
  ['😀'.repeat(36), 'UCS-2', 2],
  ['', 'GSM-7', 1],
] as const)('%s takes parts in %s: %i', (text, coding, segments) => {
  expect(segmentsOf(text)).toEqual({ coding, segments });
});

test('typographic signs and marks of direction do not make a message longer', () => {
  expect(toSms('\u2068‘a’ – “b”…\u2069')).toBe(`'a' - "b"...`);
});

const site = 'complaints.example.org';
const id = 'SDP-26-7F3K92';
const complaint = (state: 'awaiting_citizen' | 'resolved') => ({
  id,
  trackingId: id,
  state,
  status: statusOf(state),
  confirmedAt: null,
});
const texts: Record<string, Words> = {
  office: replies.office(site),
  ...replies.questions,
  filed: replies.filed(id),
  code: replies.code(id, '1234567812345678', site),
  status: [replies.status(complaint('resolved')), ...replies.asked(complaint('resolved'), site)],
  asked: replies.asked(complaint('awaiting_citizen'), site),
  help: replies.help(site),
  stopped: replies.stopped,
};

test('each text takes its number of parts in each language', async () => {
  const table: string[] = [];
  for (const [name, words] of Object.entries(texts)) {
    const cells: string[] = [];
    for (const language of languages) {
      const { coding, segments } = segmentsOf(toSms((await speakerOf(language, undefined, { isShort: true }))(words)));
      cells.push(`${language} ${segments}${coding === 'UCS-2' ? 'u' : ''}`);
    }
    table.push(`${name}: ${cells.join(', ')}`);
  }

  expect(table).toMatchInlineSnapshot(`
    [
      "office: en 1, fr 1, ar 3u, ha 1, ig 3u, sw 1, yo 3u",
      "jurisdiction: en 1, fr 1, ar 1u, ha 1, ig 1u, sw 1, yo 1u",
      "words: en 1, fr 1, ar 1u, ha 1, ig 1u, sw 1, yo 1u",
      "place: en 1, fr 1, ar 1u, ha 1, ig 1, sw 1, yo 1u",
      "confirm: en 1, fr 1, ar 1u, ha 1, ig 1, sw 1, yo 1u",
      "reason: en 1, fr 1, ar 1u, ha 1, ig 1u, sw 1, yo 1u",
      "filed: en 1, fr 1, ar 1u, ha 2u, ig 1u, sw 1, yo 2u",
      "code: en 1, fr 1, ar 2u, ha 2u, ig 2u, sw 1, yo 2u",
      "status: en 1, fr 1, ar 2u, ha 1, ig 2u, sw 1, yo 2u",
      "asked: en 1, fr 1, ar 2u, ha 1, ig 2u, sw 1, yo 3u",
      "help: en 2, fr 2, ar 3u, ha 3u, ig 3u, sw 2, yo 3u",
      "stopped: en 1, fr 1, ar 1u, ha 1u, ig 1u, sw 1, yo 1u",
    ]
  `);
});
