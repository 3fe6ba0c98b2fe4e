// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderInApp } from '../testing/render.tsx';
import { SuggestedTargets } from './suggested.tsx';

const found = {
  mda: {
    suggestions: [
      { target: { id: 'power', name: 'Power Company' }, words: ['transformer', 'dark'] },
      { target: { id: 'roads', name: 'Roads' }, words: ['street'] },
    ],
    right: 83,
    of: 100,
  },
  category: { suggestions: [], right: 0, of: 0 },
};

let sent: unknown[];
beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body));
    return Response.json(found);
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const choose = vi.fn<(kind: string, id: string) => void>();

/** Shows the suggestions for a text after a second without typing. */
async function suggestFor(title: string, description: string, mda = ''): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const chosen = { mda, category: '' };
  renderInApp(<SuggestedTargets title={title} description={description} chosen={chosen} onChoose={choose} />);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  vi.useRealTimers();
}

test('each suggestion shows the words of the text that led to it', async () => {
  await suggestFor('A dark street', '<p>The transformer burned.</p>');

  expect(await screen.findByText('It may be one of these, from your words. You choose.')).toBeTruthy();
  expect(screen.getAllByRole('radio').map((choice) => choice.closest('label')?.textContent)).toEqual([
    'Power Companybecause you wrote ‘transformer’, ‘dark’',
    'Roadsbecause you wrote ‘street’',
  ]);
});

test('the share of right suggestions is shown once for each kind that has suggestions', async () => {
  await suggestFor('A dark street', '<p>The transformer burned.</p>');

  expect((await screen.findAllByText(/of the last/u)).map(({ textContent }) => textContent)).toEqual([
    'One of them was right 83 of the last 100 times.',
  ]);
});

test('suggestions of an office end once another one is chosen', async () => {
  await suggestFor('A dark street', '<p>The transformer burned.</p>', 'power');
  expect(await screen.findByRole('radio', { name: /^Power/u, checked: true })).toBeTruthy();
  cleanup();

  await suggestFor('A dark street', '<p>The transformer burned.</p>', 'water');
  await waitFor(() => expect(sent).toHaveLength(2));
  await act(async () => undefined);
  expect(screen.queryByRole('radio')).toBeNull();
});

test('pressing a suggestion chooses it', async () => {
  await suggestFor('A dark street', '<p>The transformer burned.</p>');

  fireEvent.click(await screen.findByRole('radio', { name: /^Roads/u }));

  expect(choose).toHaveBeenCalledExactlyOnceWith('mda', 'roads');
});

test('suggestions are requested for the text without its tags, and for no text that is too short', async () => {
  await suggestFor('Dark', '<p>It is dark.</p>');
  expect(sent).toEqual([]);
  cleanup();

  await suggestFor('A dark street', '<p>The transformer&nbsp;burned.</p>');

  await screen.findByText('It may be one of these, from your words. You choose.');
  expect(sent).toEqual([{ text: expect.not.stringMatching(/[<>&;]/u) }]);
});
