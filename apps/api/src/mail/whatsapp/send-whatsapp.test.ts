import { expect, test } from 'vitest';
import { contentOf } from './send-whatsapp.ts';

const choices = (number: number, title = 'Office') =>
  Array.from({ length: number }, (_, index) => ({ id: `${index + 1}`, title: `${index + 1} ${title}` }));
const choose = 'Choose from these long names';

test.each([
  [0, 'text', 'text'],
  [1, 'interactive', 'button'],
  [3, 'interactive', 'button'],
  [4, 'interactive', 'list'],
  [10, 'interactive', 'list'],
  [11, 'text', 'text'],
])('%i choices are sent as %s of the kind %s', (number, type, kind) => {
  const content = contentOf({ text: 'Which one?', choices: choices(number), choose });

  expect(content).toMatchObject(type === 'text' ? { type } : { type, interactive: { type: kind } });
});

test('names longer than a button or a row are cut between characters, and told in full below a row', () => {
  const long = 'Ministry of Wátér 😀😀😀😀😀😀 Resources';

  expect(contentOf({ text: 'x', choices: choices(2, long), choose })).toMatchObject({
    interactive: { action: { buttons: [{ reply: { id: '1', title: '1 Ministry of Wátér…' } }, {}] } },
  });
  expect(contentOf({ text: 'x', choices: choices(4, long), choose })).toMatchObject({
    interactive: {
      action: {
        button: 'Choose from these l…',
        sections: [{ rows: [{ id: '1', title: '1 Ministry of Wátér 😀😀😀…', description: `1 ${long}` }, {}, {}, {}] }],
      },
    },
  });
});

test('the map is offered for a place', () => {
  expect(contentOf({ text: 'Where?', choices: 'place', choose })).toEqual({
    type: 'interactive',
    interactive: { type: 'location_request_message', body: { text: 'Where?' }, action: { name: 'send_location' } },
  });
});

test('a text too long for choices is sent alone, cut where WhatsApp takes no more', () => {
  expect(contentOf({ text: 'x'.repeat(1_025), choices: choices(2), choose })).toMatchObject({ type: 'text' });
  const sent = contentOf({ text: 'x'.repeat(5_000), choose }) as { text: { body: string } };
  expect(sent.text.body).toHaveLength(4_096);
});
