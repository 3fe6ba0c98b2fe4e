// @vitest-environment happy-dom
import type { DeskComplaint, SavedReply } from '@baraza/contract';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { officer, renderAtDesk, stubServer } from '../../../lib/testing/render.tsx';
import { findSavedReplies, MentionMenu, SavedReplyMenu } from './composer-menus.tsx';

const reply = (id: string, more: Partial<SavedReply> = {}): SavedReply => {
  return {
    id,
    title: `Title ${id}`,
    text: 'Dear {citizen}',
    texts: {},
    actions: {},
    names: {},
    step: 'reply',
    version: 1,
    category: null,
    shared: true,
    ...more,
  };
};
const replies = [
  reply('a', { step: 'resolve', text: 'The tap RUNS again.' }),
  reply('b', { category: { id: 'water', name: 'Water' } }),
  reply('c', { category: { id: 'roads', name: 'Roads' } }),
  reply('d', { text: 'We look at the tap.' }),
];
const find = (words: string, steps: SavedReply['step'][] = ['reply', 'resolve']) =>
  findSavedReplies(replies, { categoryId: 'water', steps, words }).map(({ id }) => id);

it('saved replies match category and steps, the likeliest step first', () => {
  expect(find('')).toEqual(['b', 'd', 'a']);
  expect(find('', ['resolve', 'reply'])).toEqual(['a', 'b', 'd']);
  expect(find('', ['ask'])).toEqual([]);
});

it('a search of saved replies needs every word in title or text, ignoring case', () => {
  expect(find('tap')).toEqual(['d', 'a']);
  expect(find('TAP runs')).toEqual(['a']);
  expect(find('  title  b ')).toEqual(['b']);
  expect(find('roads')).toEqual([]);
});

const open = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const offered = () => screen.getAllByRole('button').slice(1);
const search = (text: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } });
const pressEnter = () => fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Enter' });

it('a press mentions a colleague, and Enter the first match', async () => {
  stubServer({
    '*': [
      { id: 'efua', name: 'Efua Boateng' },
      { id: officer.id, name: 'Ada Obi' },
      { id: 'ben', name: 'Ben Boateng' },
    ],
  });
  const choose = vi.fn<(name: string) => void>();
  renderAtDesk(<MentionMenu onChoose={choose} />);
  open('Mention a colleague');

  fireEvent.click(await screen.findByRole('button', { name: 'Ben Boateng' }));
  expect(screen.queryByRole('searchbox')).toBeNull();
  open('Mention a colleague');
  expect(offered().map(({ textContent }) => textContent)).toEqual(['Efua Boateng', 'Ben Boateng']);
  expect(screen.getByRole('status').textContent).toBe('');
  search('nobody');
  expect(screen.getByRole('status').textContent).toBe('Nobody was found.');
  pressEnter();
  search('boat');
  pressEnter();

  expect(choose.mock.calls).toEqual([['Ben Boateng'], ['Efua Boateng']]);
});

const answered = {
  category: { id: 'water' },
  citizen: { firstName: 'Amina' },
  status: 'Processing',
  mda: { name: 'Water Works' },
} as DeskComplaint;

const fill = (text: string) => text.replace('{citizen}', 'Amina');

it('Enter that comes before the saved replies are loaded takes the first one then', async () => {
  stubServer({ '*': replies });
  const choose = vi.fn<(text: string, reply: SavedReply) => void>();
  renderAtDesk(
    <SavedReplyMenu categoryId="water" status="Processing" fill={fill} steps={['reply']} onChoose={choose} />,
  );
  open('Saved replies');
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  pressEnter();
  expect(choose).not.toHaveBeenCalled();

  await vi.waitFor(() => expect(choose.mock.calls).toEqual([['Dear Amina', replies[1]]]));
});

it('a saved reply is inserted with its placeholders filled, and shows the mode it sets', async () => {
  stubServer({ '*': replies });
  const choose = vi.fn<(text: string, reply: SavedReply) => void>();
  renderAtDesk(
    <SavedReplyMenu
      categoryId={answered.category.id}
      status={answered.status}
      fill={fill}
      steps={['reply', 'resolve']}
      onChoose={choose}
    />,
  );
  open('Saved replies');

  await screen.findByRole('button', { name: /^Title b/u });
  expect(offered().map(({ textContent }) => textContent)).toEqual([
    'Title bDear Amina',
    'Title dWe look at the tap.',
    'Title aSend and resolveThe tap RUNS again.',
  ]);
  fireEvent.click(screen.getByRole('button', { name: /^Title b/u }));
  open('Saved replies');
  search('runs');
  pressEnter();

  expect(choose.mock.calls).toEqual([
    ['Dear Amina', replies[1]],
    ['The tap RUNS again.', replies[0]],
  ]);
});

it.each([
  ['fr', 'Bonjour Amina'],
  ['ha', 'Dear Amina'],
  [undefined, 'Dear Amina'],
] as const)('a saved reply to a citizen who wrote in %s is “%s”', async (language, text) => {
  stubServer({ '*': [reply('b', { texts: { fr: 'Bonjour {citizen}' } })] });
  const choose = vi.fn<(text: string, reply: SavedReply) => void>();
  renderAtDesk(
    <SavedReplyMenu
      categoryId="water"
      status="Processing"
      fill={fill}
      steps={['reply']}
      language={language}
      onChoose={choose}
    />,
  );
  open('Saved replies');

  fireEvent.click(await screen.findByRole('button', { name: `Title b ${text}` }));

  expect(choose.mock.calls[0]?.[0]).toBe(text);
});

it.each([
  [[], 'There are no saved replies yet. Write some under Saved replies.'],
  [[reply('c', { category: { id: 'roads', name: 'Roads' } })], 'No saved reply matches.'],
])('the menu says why it offers no saved reply', async (body, words) => {
  stubServer({ '*': body });
  renderAtDesk(
    <SavedReplyMenu
      categoryId={answered.category.id}
      status={answered.status}
      fill={fill}
      steps={['reply']}
      onChoose={() => undefined}
    />,
  );
  open('Saved replies');

  expect(await screen.findByText(words)).toBeTruthy();
});
