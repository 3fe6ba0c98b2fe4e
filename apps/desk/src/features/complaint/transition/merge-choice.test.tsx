// @vitest-environment happy-dom
import type { ComplaintLink } from '@baraza/contract';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderAtDesk, inTurn, stubServer } from '../../../lib/testing/render.tsx';
import { MergeChoice } from './merge-choice.tsx';

const link = (id: string, state: ComplaintLink['state'] = 'in_progress') =>
  ({
    id,
    state,
    status: 'Processing',
    title: `Complaint ${id}`,
    submittedDate: '2024-05-08T10:42:00Z',
  }) as ComplaintLink;
const search = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Merge with' });
const offered = () => screen.queryAllByRole<HTMLInputElement>('radio').map(({ id }) => id.replace('parent-', ''));

function render(suggested?: ComplaintLink[], value = '') {
  const choose = vi.fn<(id: string) => void>();
  const field = { id: 'parent', label: 'Merge with', value, ...(suggested && { suggested }) };
  renderAtDesk(<MergeChoice {...field} complaint={{ id: 'own' }} required onChoose={choose} />);
  return choose;
}

test('similar complaints to merge with are open or resolved, and never the complaint itself', async () => {
  stubServer({ '*': [link('a'), link('own'), link('b', 'resolved'), link('c', 'withdrawn')] });
  const choose = render(undefined, 'b');

  expect(await screen.findByText('2 complaints')).toBeTruthy();
  expect(offered()).toEqual(['a', 'b']);
  expect(screen.getByRole<HTMLInputElement>('radio', { checked: true }).id).toBe('parent-b');
  // The choice is required, not words to search.
  expect(search().required).toBe(false);
  fireEvent.click(screen.getByRole('radio', { name: /^Complaint a/u }));

  expect(choose).toHaveBeenCalledWith('a');
});

test('the merge dialog searches words and says when nothing is found', async () => {
  const { calls: sent } = stubServer({ '*': inTurn([link('a')], { items: [] }) });
  render();
  await screen.findByText('1 complaint');

  fireEvent.change(search(), { target: { value: ' lamp ' } });

  expect(await screen.findByText('Nothing was found.')).toBeTruthy();
  expect(sent[1]?.url).toMatch(/\?q=lamp&/u);
});

test('a bulk merge suggests the selected complaints first, then search results', async () => {
  stubServer({ '*': inTurn([link('similar')], { items: [link('found')] }) });
  render([link('own'), link('b')]);
  await screen.findByText('2 complaints');
  expect(offered()).toEqual(['own', 'b']);

  fireEvent.change(search(), { target: { value: 'lamp' } });

  expect(await screen.findByRole('radio', { name: /^Complaint found/u })).toBeTruthy();
  expect(offered()).toEqual(['found']);
});
