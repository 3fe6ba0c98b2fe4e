// @vitest-environment happy-dom
import type { SavedReply } from '@baraza/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fill, isDialogOpen, press } from '../../../lib/testing/press.ts';
import { officer, refusal, renderAtDesk, stubServer } from '../../../lib/testing/render.tsx';
import SavedReplies from './saved-reply-page.tsx';

const water = { id: '0190a1b2-c3d4-4e5f-8a9b-0c1d2e3f4a5b', name: 'Water' };
const old = { id: '0190a1b2-c3d4-4e5f-8a9b-0c1d2e3f4a5c', name: 'Telegraph' };
const reply: SavedReply = {
  id: 'r1',
  title: 'Thanks',
  text: 'Dear {citizen}',
  texts: {},
  actions: {},
  names: {},
  step: 'ask',
  category: old,
  shared: true,
  version: 4,
};
const get = 'GET /api/desk/saved-reply';
const post = 'POST /api/desk/saved-reply';

/** Opens the page with these responses. */
function open(answers: Record<string, unknown> = {}, role: 'officer' | 'supervisor' = 'supervisor') {
  const server = stubServer({ [get]: [reply], 'GET /api/category/complaints': [water], ...answers });
  renderAtDesk(<SavedReplies />, { ...officer, role });
  return server;
}

test('a new saved reply for all categories is sent trimmed, and the dialog closes', async () => {
  const { sent } = open({ [get]: [], [post]: reply });
  expect(await screen.findByText('There are no saved replies yet.')).toBeTruthy();
  await press('New saved reply');
  fill(/^Title/u, ' Thanks ');
  fill(/^For which step/u, 'resolve');
  fill(/^Text/u, 'Dear {citizen}');

  await press(/^Save/u);

  await waitFor(() => expect(isDialogOpen()).toBe(false));
  const body = {
    title: 'Thanks',
    shared: true,
    step: 'resolve',
    category: null,
    text: 'Dear {citizen}',
    texts: {},
    actions: {},
  };
  expect(sent).toEqual([{ call: post, body }]);
});

test('a saved reply needs a title, a step and a text, but no category', async () => {
  const { sent } = open();
  await press('New saved reply');

  await press(/^Save/u);

  const summary = (await screen.findByRole('alert')).textContent;
  for (const name of ['Title', 'For which step', 'Text']) expect(summary).toContain(`${name}: This field is required.`);
  expect(summary).not.toContain('Category');
  const needed = [/^Title/u, /^For which step/u, /^Category/u, /^Text/u].map(
    (label) => screen.getByLabelText<HTMLInputElement>(label).required,
  );
  expect(needed).toEqual([true, true, false, true]);
  expect(sent).toEqual([]);
});

test('a saved reply keeps a switched-off category, and a refused change keeps its text', async () => {
  const patch = 'PATCH /api/desk/saved-reply/r1';
  const { sent } = open({ [patch]: refusal(409, 'There is a saved reply with this title already.') });
  expect((await screen.findByRole('row', { name: /^Thanks/u })).textContent).toContain('QuestionThe MDATelegraph');
  await press('Edit Thanks');
  await screen.findAllByRole('option', { name: 'Water' });
  expect(screen.getByLabelText<HTMLSelectElement>(/^Category/u).selectedOptions[0]?.textContent).toBe('Telegraph');
  fill(/^Title/u, 'Many thanks');

  await press(/^Save/u);

  expect((await screen.findByRole('alert')).textContent).toContain('There is a saved reply with this title already.');
  const body = {
    version: 4,
    title: 'Many thanks',
    step: 'ask',
    category: old.id,
    text: 'Dear {citizen}',
    texts: {},
    actions: {},
  };
  expect(sent).toEqual([{ call: patch, body }]);
  expect(screen.getByLabelText<HTMLInputElement>(/^Title/u).value).toBe('Many thanks');
});

test('a saved reply is removed after confirmation, with the version that was shown', async () => {
  const { sent } = open({ 'DELETE /api/desk/saved-reply/r1': null });
  await press('More for Thanks');
  await press('Remove Thanks');
  expect(sent).toEqual([]);

  await press(/^Remove saved reply/u);

  await waitFor(() => expect(isDialogOpen()).toBe(false));
  expect(sent).toEqual([{ call: 'DELETE /api/desk/saved-reply/r1?version=4', body: undefined }]);
});

test('failed loads of saved replies and categories are reported, and an unknown placeholder is refused', async () => {
  const busy = refusal(503, 'Try again later.');
  const { sent } = open({ [get]: busy, 'GET /api/category/complaints': busy });
  expect(await screen.findByText('This could not be loaded.')).toBeTruthy();
  await press('New saved reply');
  expect(await screen.findByText('The categories could not be loaded.')).toBeTruthy();
  fill(/^Title/u, 'Thanks');
  fill(/^For which step/u, 'ask');
  fill(/^Text/u, 'Dear {name}');

  await press(/^Save/u);

  expect(await screen.findAllByText(/Use only these placeholders/u)).not.toEqual([]);
  expect(sent).toEqual([]);
});

test('an officer saves replies of their own, and cannot change those of the MDA', async () => {
  const { sent } = open({ [post]: reply }, 'officer');
  await screen.findByRole('row', { name: /^Thanks/u });
  expect(screen.queryByRole('button', { name: 'Edit Thanks' })).toBeNull();
  await press('New saved reply');
  fill(/^Title/u, 'Mine');
  fill(/^For which step/u, 'reply');
  fill(/^Text/u, 'Hello');

  await press(/^Save/u);

  await waitFor(() => expect(sent).toMatchObject([{ body: { title: 'Mine', shared: false } }]));
});

test('a saved reply keeps a text per language and its steps, and shows which are gone', async () => {
  const gone = crypto.randomUUID();
  const patch = 'PATCH /api/desk/saved-reply/r1';
  const { sent } = open({
    [get]: [{ ...reply, step: 'resolve', category: null, actions: { unit: gone, outcome: 'solved' } }],
    'GET /api/desk/unit': [],
    'GET /api/desk/colleague': [],
    [patch]: reply,
  });
  await press('Edit Thanks');
  const unit = screen.getByLabelText<HTMLSelectElement>(/^Move to unit/u);
  expect(unit.selectedOptions[0]?.textContent).toBe('No longer there');
  await screen.findAllByRole('option', { name: 'Water' });
  fill(/^Add a language/u, 'fr');
  fill(/^Text in Français/u, 'Bonjour {citizen}');
  fill(/^Set the category/u, water.id);
  fill(/^Assign to/u, 'me');
  fill(/^Follow up after days/u, '3');
  fill(/^Add tags/u, 'Fee, light');

  await press(/^Save/u);

  await waitFor(() => expect(isDialogOpen()).toBe(false));
  expect(sent).toMatchObject([
    {
      body: {
        texts: { fr: 'Bonjour {citizen}' },
        actions: {
          outcome: 'solved',
          category: water.id,
          unit: gone,
          assignee: 'me',
          followUpDays: 3,
          tags: ['fee', 'light'],
        },
      },
    },
  ]);
});

test('an error in a language or in the days stands at its field', async () => {
  const { sent } = open();
  await press('New saved reply');
  fill(/^Title/u, 'Thanks');
  fill(/^For which step/u, 'ask');
  fill(/^Text/u, 'Dear {citizen}');
  fill(/^Add a language/u, 'ha');
  fill(/^Text in Hausa/u, 'Sannu {suna}');
  fill(/^Follow up after days/u, '100');

  await press(/^Save/u);

  const summary = (await screen.findByRole('alert')).textContent;
  expect(summary).toContain('Text in Hausa: Use only these placeholders');
  expect(summary).toContain('Follow up after days: Invalid input.');
  expect(sent).toEqual([]);
});
