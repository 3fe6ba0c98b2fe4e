// @vitest-environment happy-dom
import { staffMessage, type DeskComplaintSummary, type Need } from '@baraza/contract';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { officer, renderAtDesk } from '../../../lib/testing/render.tsx';
import { BulkFields } from './bulk-fields.tsx';
import type { BulkValues } from './bulk-plan.ts';
import type { Bulk } from './use-bulk.ts';
import type { Selection } from './use-selection.ts';

interface Shown {
  readonly values?: BulkValues;
  readonly missing?: readonly Need[];
  readonly role?: 'officer' | 'supervisor';
  readonly status?: number;
  readonly rows?: readonly object[];
  readonly answer?: unknown;
}

/** Renders the fields of an action; returns values set and requests sent. */
function show(
  action: Bulk['action'],
  { values = {}, missing = [], role = 'officer', status = 200, rows = [], answer }: Shown = {},
) {
  const requested: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    requested.push(url);
    const some = ['roads', 'water', officer.id].map((id) => ({ id, name: `Of ${id}` }));
    return Response.json(status === 200 ? (answer ?? some) : { code: 'UNAVAILABLE', message: 'Later.' }, { status });
  });
  const set = vi.fn<(values: BulkValues) => void>();
  const bulk = { action, values, set, media: { items: [] }, plan: { included: rows } } as unknown as Bulk;
  const selection = { chosen: [] as DeskComplaintSummary[] } as Selection;
  renderAtDesk(<BulkFields bulk={bulk} selection={selection} missing={missing} />, { ...officer, role });
  return { set, requested };
}

const field = (name: RegExp) => screen.getByLabelText<HTMLSelectElement>(name);
const options = (name: RegExp) => [...field(name).options].map(({ text }) => text);
const change = (name: RegExp, value: string) => fireEvent.change(field(name), { target: { value } });

test('the outcome field is shown only for resolving', () => {
  const { set } = show('resolve', { values: { outcome: 'solved' } });
  change(/^How were they resolved/u, field(/^How were they resolved/u).options[1]!.value);
  expect(set).toHaveBeenCalledWith({ outcome: expect.not.stringMatching(/^solved$/u) as string });
  cleanup();

  show('reply');
  expect(screen.queryByLabelText(/^How were they resolved/u)).toBeNull();
  expect(screen.getByLabelText(/^Reply to each citizen/u)).toBeTruthy();
});

test('a saved reply for many stages what follows, and says whose language it has', async () => {
  const [text, texts, actions] = ['Mended.', { fr: 'Réparé.' }, { outcome: 'partly', priority: 'high' }];
  const saved = { id: 'r1', title: 'Mended', step: 'resolve', category: null, text, texts, actions, names: {} };
  const { set } = show('resolve', { answer: [saved] });
  fireEvent.click(screen.getByRole('button', { name: 'Saved replies' }));
  fireEvent.click(await screen.findByRole('button', { name: /^Mended/u }));

  const staged = [{ step: { action: 'prioritise', priority: 'high' }, words: 'Priority: High' } as const];
  expect(set).toHaveBeenCalledWith({ text, texts, staged, outcome: 'partly' });
  cleanup();

  const shown = show('resolve', { values: { text, texts, staged } });
  expect(screen.getByText('Whoever wrote in Français gets the text saved in that language.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'This text for all' }));
  fireEvent.click(screen.getByRole('button', { name: 'Remove Priority: High' }));
  expect(shown.set.mock.calls).toEqual([[{ texts: undefined }], [{ staged: [] }]]);
});

test('a bulk reply shows the first texts as their citizens would read them, and why one is not sent', async () => {
  show('reply', {
    values: { text: 'Dear {citizen}, by {dueDate}' },
    rows: ['A-1', 'A-2'].map((trackingId) => ({ id: trackingId, trackingId })),
    answer: [
      { id: 'A-1', text: 'Dear Amina, by 2026-05-04' },
      { id: 'A-2', error: staffMessage.noDueDate },
    ],
  });

  const previews = await screen.findByRole('region', { name: 'The first texts' });
  await waitFor(() => expect(previews.textContent).toBe(`A-1Dear Amina, by 2026-05-04A-2${staffMessage.noDueDate}`));
});

test('bulk assignment offers all staff to supervisors, and officers only themselves or nobody', async () => {
  const { set, requested } = show('assign');
  expect(options(/^Assign to/u)).toEqual(['Choose one', 'Me (Ada Obi)', 'Nobody']);
  expect(requested).toEqual([]);
  change(/^Assign to/u, 'nobody');
  change(/^Assign to/u, officer.id);
  change(/^Assign to/u, '');
  expect(set.mock.calls).toEqual([[{ assignee: null }], [{ assignee: officer.id }], [{ assignee: undefined }]]);
  cleanup();

  show('assign', { role: 'supervisor', values: { assignee: null } });
  await screen.findByRole('option', { name: 'Of water' });
  expect(options(/^Assign to/u)).toEqual([
    'Choose one',
    'Me (Ada Obi)',
    'Several colleagues',
    'Of roads',
    'Of water',
    'Nobody',
  ]);
  expect(field(/^Assign to/u).value).toBe('nobody');
});

test('a supervisor shares complaints out among several colleagues', async () => {
  const { set } = show('assign', { role: 'supervisor', values: { among: ['water'] } });
  await screen.findByRole('option', { name: 'Of water' });
  expect(field(/^Assign to/u).value).toBe('several');

  fireEvent.click(screen.getByRole('checkbox', { name: 'Of roads' }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Of water' }));
  change(/^Who gets the next/u, 'least-loaded');
  change(/^Assign to/u, 'roads');

  expect(set.mock.calls).toEqual([
    [{ among: ['water', 'roads'] }],
    [{ among: [] }],
    [{ sharing: 'least-loaded' }],
    [{ assignee: 'roads', among: undefined }],
  ]);
});

test('a bulk transfer does not offer the reader’s own MDA as its target', async () => {
  show('offerTransfer');

  await screen.findByRole('option', { name: 'Of water' });

  expect(options(/^MDA/u)).toEqual(['Choose one', 'Of water', `Of ${officer.id}`]);
});

test.each([
  ['start', 'officer', []],
  ['reply', 'officer', []],
  ['assign', 'supervisor', ['The colleagues could not be loaded.']],
  ['categorise', 'officer', ['The categories could not be loaded.']],
  ['offerTransfer', 'officer', ['The MDAs could not be loaded.']],
] as const)('the bulk action %s loads only its own choices, and reports a failed load', async (action, role, said) => {
  const { requested } = show(action, { role, status: 503 });

  await waitFor(() => expect(screen.queryAllByText(/could not be loaded\.$/u)).toHaveLength(said.length));
  for (const words of said) expect(screen.getByText(words)).toBeTruthy();
  expect(requested).toHaveLength(said.length);
});

test('a missing bulk value is reported at its field', () => {
  show('categorise', { missing: ['category'] });
  expect(field(/^Category/u).getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText(/Choose a category\./u)).toBeTruthy();
  cleanup();

  show('categorise');
  expect(screen.queryByText(/Choose a category\./u)).toBeNull();
});
