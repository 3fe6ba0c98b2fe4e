import { statusOf, unknownMda } from '@baraza/contract';
import { expect, test } from 'vitest';
import { inEnglish } from '../../texts/words.ts';
import type { OwnComplaint } from './own-complaint.ts';
import { filed } from './replies.ts';
import type { Message } from './sent.ts';
import { choicesOf, type Dialogue, step, titleOf, type Turn, type World } from './step.ts';

const offices = [
  { id: 'water', name: 'Ministry of Water Resources', jurisdictions: [] },
  {
    id: 'board',
    name: 'Lagos Water Board',
    jurisdictions: [
      { id: 'north', name: 'North' },
      { id: 'south', name: 'South' },
    ],
  },
  { id: 'roads', name: 'Ministry of Roads', jurisdictions: [{ id: 'one', name: 'Only one' }] },
  ...[1, 2, 3, 4, 5, 6].map((number) => ({
    id: `agency${number}`,
    name: `Agency ${number} for Trade`,
    jurisdictions: [],
  })),
];
const own = (state: OwnComplaint['state'], trackingId = 'SDP-26-7F3K92'): OwnComplaint => {
  return { id: `id of ${trackingId}`, trackingId, state, status: statusOf(state), confirmedAt: null };
};
const site = 'complaints.example.org';

/** Plays messages; returns the last turn and everything said to the citizen. */
function talk(messages: readonly (string | Message)[], complaints: readonly OwnComplaint[] = [], takesFiles = false) {
  const world: World = { offices, own: complaints, site, takesFiles };
  let dialogue: Dialogue = { language: 'en', position: { at: 'idle' } };
  const said: string[] = [];
  let turn: Turn = { dialogue, replies: [] };
  for (const message of messages) {
    turn = step(dialogue, typeof message === 'string' ? { text: message } : message, world);
    ({ dialogue } = turn);
    said.push(turn.replies.map(inEnglish).join('\n'));
  }
  const choices = choicesOf(turn, world);
  return { ...turn, said, last: said.at(-1) ?? '', choices };
}

const words = 'The tap has been dry since Monday';

test('four answers file a complaint, and all that is said to the citizen has at most 320 signs', () => {
  const { act, dialogue, said } = talk(['hello', 'roads', words, 'Hill Road', '1']);

  const filing = { opening: '', mda: 'roads', jurisdiction: 'one', words, location: 'Hill Road' };
  expect(act).toEqual({ act: 'file', filing });
  expect(dialogue.position).toEqual({ at: 'idle' });
  expect([...said, inEnglish(filed('SDP-26-7F3K92'))].join('').length).toBeLessThanOrEqual(320);
});

test('an office with jurisdictions takes one answer more', () => {
  const { act } = talk(['hello', 'lagos', 'south', words, 'Hill Road', 'YES']);

  expect(act).toMatchObject({ filing: { mda: 'board', jurisdiction: 'south' } });
});

test('no message on the way to a complaint repeats office, place or words of it', () => {
  const { said } = talk(['hello', 'ministry of roads', words, 'Hill Road', '1']);

  for (const hidden of ['Roads', 'Hill', 'tap']) expect(said.join(' ')).not.toContain(hidden);
});

test('the first question names who knows the number and the page for staying unknown, and never says anonymous', () => {
  const { last } = talk(['hello']);

  expect(last).toContain('your network and SMS service');
  expect(last).toContain(`${site}/complain`);
  expect(last).not.toMatch(/anonym/iu);
});

test.each([
  [['0'], { mda: unknownMda }],
  [['٠'], { mda: unknownMda }],
  [['water', '2'], undefined, { at: 'jurisdiction', mda: 'board' }],
  [['water', '1'], { mda: 'water' }],
  [['MINISTRY of róads'], { mda: 'roads' }],
  [['agency 3'], { mda: 'agency3' }],
] as [string[], object | undefined, object?][])(
  'the office is found by %j',
  (typed, filing, position = { at: 'words' }) => {
    expect(talk(['x', ...typed]).dialogue.position).toMatchObject({ ...position, ...(filing && { filing }) });
  },
);

test('a name that several offices have is asked about by number, one that many or none have is asked for again', () => {
  expect(talk(['x', 'water']).last).toBe(
    'Which one? Send its number.\n1 Ministry of Water Resources\n2 Lagos Water Board',
  );
  expect(talk(['x', 'trade']).last).toContain('Many names');
  expect(talk(['x', 'police']).last).toContain('No such name');
  expect(talk(['x', '???']).last).toContain('No such name');
});

test('an office is found and offered by its name in the language of the dialogue, and by its base name', () => {
  const named = [
    { id: 'water', name: 'Ministry of Water', local: 'Ma’aikatar Ruwa', jurisdictions: [] },
    { id: 'board', name: 'Water Board', local: 'Hukumar Ruwa', jurisdictions: [] },
  ];
  const ask = (text: string) =>
    step(
      { language: 'ha', position: { at: 'office', opening: '' } },
      { text },
      { offices: named, own: [], site, takesFiles: false },
    );

  expect(ask('ruwa').replies.map(inEnglish).join('\n')).toContain('1 Ma’aikatar Ruwa\n2 Hukumar Ruwa');
  for (const text of ['hukumar', 'board'])
    expect(ask(text).dialogue.position).toMatchObject({ filing: { mda: 'board' } });
});

test('a number that was not offered chooses no office', () => {
  expect(talk(['x', 'water', '3']).dialogue.position).toMatchObject({ at: 'office' });
});

test('a long first message is part of the complaint', () => {
  const opening = 'There has been no water in Hill Road since Monday morning';

  expect(talk([opening, '0', words, 'Hill Road', '1']).act).toMatchObject({ filing: { opening, words } });
});

test('too few words and too long a place are asked for again', () => {
  expect(talk(['x', '0', 'bad']).last).toBe('Please say more about it.');
  expect(talk(['x', '0', words, 'x'.repeat(201)]).dialogue.position).toMatchObject({ at: 'place' });
});

test.each(['2', 'no', '0'])('%j to the last question sends nothing', (no) => {
  expect(talk(['x', '0', words, 'Hill Road', no])).toMatchObject({
    dialogue: { position: { at: 'idle' } },
    last: 'Nothing was sent.',
  });
});

test('words that begin with a command are words of the complaint', () => {
  const long = [
    'Stop the trucks at night',
    'help us please',
    'Start of the road is gone',
    'Status of my form?',
    '1 tap, no water',
    'Answer nobody gives',
  ];

  for (const said of long)
    expect(talk(['x', '0', said, 'Hill Road', '1']).act).toMatchObject({ filing: { words: said } });
});

test('STATUS tells where a complaint of this number stands, and of another number nothing', () => {
  expect(talk(['status SDP-26-7F3K92'], [own('received')]).last).toBe('SDP-26-7F3K92: Pending');
  expect(talk(['Status sdp 26 7f3k92'], [own('in_progress')]).last).toBe('SDP-26-7F3K92: Processing');
  expect(talk(['STATUS SDP-26-AAAAAA'], [own('received')]).last).toBe(
    'No complaint SDP-26-AAAAAA was sent from this number.',
  );
  expect(talk(['status'], []).last).toBe('No complaint was sent from this number.');
  expect(talk(['status'], [own('received'), own('resolved', 'SDP-26-BBBBBB')]).last).toBe(
    'SDP-26-7F3K92: Pending\nSDP-26-BBBBBB: Resolved\nWhich one? Send STATUS and its ID.',
  );
});

test('STATUS in the middle of a filing leaves it where it was', () => {
  const { said, act } = talk(['x', '0', 'status', words, 'Hill Road', '1'], [own('received')]);

  expect(said[2]).toContain('Pending');
  expect(act).toMatchObject({ act: 'file' });
});

test('1 confirms a resolution, and 2 asks for the reason and re-opens with it', () => {
  const resolved = [own('resolved')];

  expect(talk(['1'], resolved).act).toEqual({ act: 'confirmResolution', complaintId: resolved[0]?.id });
  expect(talk(['1 SDP-26-7F3K92'], resolved).act).toMatchObject({ act: 'confirmResolution' });
  expect(talk(['2'], resolved).last).toBe('What is still wrong?');
  expect(talk(['2', 'Dry again'], resolved).act).toMatchObject({ act: 'reopen', text: 'Dry again' });
  expect(talk(['2 SDP-26-7F3K92 Dry again'], resolved).act).toMatchObject({ act: 'reopen', text: 'Dry again' });
});

test('1 and 2 of two resolved complaints ask for the ID', () => {
  expect(talk(['1'], [own('resolved'), own('resolved', 'SDP-26-BBBBBB')])).toMatchObject({
    dialogue: { position: { at: 'idle' } },
    last: expect.stringContaining('Send 1 and its ID.'),
  });
});

test('1 of an open complaint is not possible now, and without any complaint begins one', () => {
  expect(talk(['1'], [own('received')]).last).toContain('not possible now');
  expect(talk(['1']).dialogue.position.at).toBe('office');
});

test('a question of the office is answered with ANSWER, and any other message says how', () => {
  const asked = [own('awaiting_citizen')];

  expect(talk(['answer It is the blue house'], asked).act).toMatchObject({
    act: 'answer',
    text: 'It is the blue house',
  });
  expect(talk(['ANSWER SDP-26-7F3K92: the blue house'], asked).act).toMatchObject({ text: 'the blue house' });
  expect(talk(['the blue house'], asked).last).toContain('send ANSWER SDP-26-7F3K92 and your words');
  expect(talk(['answer'], asked)).toMatchObject({
    replies: { length: 2 },
    last: expect.stringContaining('send ANSWER'),
  });
  expect(talk(['new'], asked).dialogue.position.at).toBe('office');
});

test('STOP and START switch messages, STOP also ends a filing', () => {
  expect(talk(['x', '0', 'stop'])).toMatchObject({ act: { act: 'stop' }, dialogue: { position: { at: 'idle' } } });
  expect(talk(['Start']).act).toEqual({ act: 'start' });
});

test('HELP and CODE work in the middle of a filing', () => {
  expect(talk(['x', 'help'])).toMatchObject({
    dialogue: { position: { at: 'office' } },
    last: expect.stringContaining('STATUS'),
  });
  expect(talk(['x', 'code'], [own('received')]).act).toMatchObject({ act: 'code', trackingId: 'SDP-26-7F3K92' });
});

test.each([
  ['Français', 'fr'],
  ['francais', 'fr'],
  ['Arabic', 'ar'],
  ['العربية', 'ar'],
  ['HAUSA', 'ha'],
  ['Yoruba', 'yo'],
])('%s changes the language and repeats the question', (typed, language) => {
  const { dialogue, last } = talk(['x', '0', typed]);

  expect({ language: dialogue.language, last }).toEqual({ language, last: 'What happened?' });
});

test('an empty message, as a session by USSD opens, repeats the open question', () => {
  expect(talk(['']).last).toContain('Which office?');
  expect(talk(['x', '0', '']).last).toBe('What happened?');
});

test.each([
  ['Short words', 'Short words'],
  ['word '.repeat(20), 'word word word word word word word word word word word word'],
  ['x'.repeat(100), 'x'.repeat(60)],
  [`${'x'.repeat(59)}😀😀`, `${'x'.repeat(59)}😀`],
])('the title of %j is its first words', (typed, title) => {
  expect(titleOf(typed)).toBe(title);
});

const file = { key: 'a', contentType: 'image/jpeg', size: 1, isVoice: false };
const photo: Message = { text: '', file };
const voice: Message = { text: '', file: { ...file, key: 'v', isVoice: true } };
const hillRoad = { lat: 6.5, lon: 3.4, name: 'Hill Road' };
const place: Message = { text: '', place: hillRoad };

test('a voice note answers office, what happened and where, whichever question is open', () => {
  const spoken = { mda: unknownMda, words: '', location: 'In the recording' };
  expect(talk([voice, voice, voice, '1']).act).toMatchObject({ filing: spoken, sent: { files: [{}, {}, {}] } });
  expect(talk(['x', '0', voice, 'Hill Road', '1']).act).toMatchObject({ filing: { words: '', location: 'Hill Road' } });
  expect(talk([voice, 'roads']).last).toBe('Where?');
});

test('a photo alone is kept and the question asked again', () => {
  const { last, dialogue } = talk(['x', '0', photo]);

  expect(last).toBe('What happened?');
  expect(dialogue.sent?.files).toEqual([file]);
});

test('a place answers where, sent before or after the question, and again before it is filed', () => {
  const filed = { act: { filing: { location: 'Hill Road' }, sent: { place: hillRoad } } };
  expect(talk(['x', '0', place, words, '1'])).toMatchObject(filed);
  expect(talk(['x', '0', words, place, '1'])).toMatchObject(filed);
  const other = { lat: 1, lon: 2, name: 'Market' };
  expect(talk(['x', '0', words, place, { text: '', place: other }, '1'])).toMatchObject({
    act: { filing: { location: 'Market' }, sent: { place: other } },
  });
});

test('a caption is an answer, and its photo goes along', () => {
  expect(talk(['x', '0', { ...photo, text: words }, 'Hill Road', '1']).act).toMatchObject({
    filing: { words },
    sent: { files: [file] },
  });
});

test('files go with one complaint or answer alone, and are left out after STOP, NEW or no', () => {
  expect(talk(['x', '0', photo, words, 'Hill Road', '1']).dialogue.sent).toBeUndefined();
  for (const end of ['stop', 'new', 'cancel']) expect(talk(['x', '0', photo, end]).dialogue.sent).toBeUndefined();
  const asked = [own('awaiting_citizen')];
  expect(talk([photo, 'answer The blue house'], asked)).toMatchObject({
    act: { act: 'answer', sent: { files: [file] } },
    dialogue: { sent: undefined },
  });
});

test('a photo meant for an answer does not go along with a complaint that begins later', () => {
  const { dialogue } = talk([photo], [own('awaiting_citizen')]);
  const world = { offices, own: [], site };

  expect(step(dialogue, { text: 'hello' }, world).dialogue.sent).toBeUndefined();
  expect(step(dialogue, photo, world).dialogue.sent?.files).toHaveLength(1);
});

test('a photo in the middle of a filing does not go along with an answer about another complaint', () => {
  const { act } = talk(['new', '0', photo, 'answer SDP-26-7F3K92 The blue house'], [own('awaiting_citizen')]);

  expect(act).toMatchObject({ act: 'answer', sent: undefined });
});

test('the reply names a refused file, and the eleventh, and repeats the open question', () => {
  expect(talk(['x', '0', { text: '', refusal: 'This file is empty.' }]).last).toBe(
    'This file is empty.\nWhat happened?',
  );
  const many = talk(['x', '0', ...Array.from({ length: 11 }, () => photo)]);
  expect(many.last).toContain('at most 10 files');
  expect(many.dialogue.sent?.files).toHaveLength(10);
});

test('choices to tap have the numbers that are typed elsewhere', () => {
  expect(talk(['x', 'water']).choices).toEqual([
    { id: '1', title: '1 Ministry of Water Resources' },
    { id: '2', title: '2 Lagos Water Board' },
  ]);
  expect(talk(['x']).choices).toMatchObject([{ id: '0' }]);
  expect(talk(['x', 'board']).choices).toEqual([]);
  expect(talk(['status'], [own('resolved')]).choices).toMatchObject([
    { id: '1 SDP-26-7F3K92' },
    { id: '2 SDP-26-7F3K92' },
  ]);
  expect(talk(['status'], [own('received')]).choices).toEqual([]);
  expect(talk(['x', '0', words]).choices).toBe('place');
  expect(talk(['x', '0', words, 'Hill Road']).choices).toMatchObject([{ id: '1' }, { id: '2' }]);
  expect(talk(['x', '0', words, 'Hill Road', '1']).choices).toEqual([]);
});
