// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Announcer } from '../../../lib/page/announcer.tsx';
import { fill, press } from '../../../lib/testing/press.ts';
import { renderAtDesk, stubServer } from '../../../lib/testing/render.tsx';
import type { Bulk } from '../bulk/use-bulk.ts';
import type { Selection } from '../bulk/use-selection.ts';
import { queueOf } from '../queues.ts';
import { addressOf, askedBy } from '../view/saved-view.api.ts';
import { QueueColumn } from './queue-column.tsx';
import type { QueueRows } from './use-queue-rows.ts';
import { useRowLinks } from '../bulk/use-row-links.ts';

interface Loaded {
  readonly q?: string;
  readonly isSuccess?: boolean;
  readonly hasNextPage?: boolean;
  readonly isSelecting?: boolean;
  readonly selects?: { turn: (on: boolean) => void; choose: (ids: readonly string[]) => void };
}

function Column({ q = '', isSuccess = true, hasNextPage = false, isSelecting = false, selects }: Loaded) {
  const rowLinks = useRowLinks([{ id: 'a' }]);
  const data = { pages: [{ items: [{ id: 'a' }, { id: 'b' }] }] };
  const query = { data: selects && data, isSuccess, isPending: !isSuccess, hasNextPage };
  const list = { rows: [], query, hold: () => undefined } as unknown as QueueRows;
  return (
    <>
      <Announcer />
      <a ref={rowLinks.refOf('a')} href="#a">
        Row
      </a>
      <QueueColumn
        {...{ q, list, rowLinks }}
        queue={queueOf('mine')!}
        sort="due"
        leads
        isAlone
        onSelecting={selects?.turn ?? (() => undefined)}
        onShowRun={() => undefined}
        selection={{ on: isSelecting, chosen: [], choose: selects?.choose } as unknown as Selection}
        bulk={{ run: null } as Bulk}
        onSelect={selects && (() => undefined)}
        current={undefined}
        to={(id) => id}
      />
    </>
  );
}

function renderColumn(loaded: Loaded = {}, total?: number) {
  vi.stubGlobal('fetch', async (address: string) =>
    total !== undefined && address.includes('/total') ? Response.json({ total }) : new Promise(() => undefined),
  );
  const { rerender } = renderAtDesk(<Column {...loaded} />);
  return (next: Loaded) => rerender(<Column {...next} />);
}

afterEach(() => window.history.replaceState(null, '', '/'));

test('going back from a complaint moves the focus to its row in the queue', () => {
  window.history.replaceState({ index: 1, state: { focusRow: 'a' } }, '', '/complaint/mine');

  renderColumn();

  expect(document.activeElement).toBe(screen.getByText('Row'));
});

test('a row of the queue takes the focus once per visit', () => {
  window.history.replaceState({ index: 1, state: { focusRow: 'a' } }, '', '/complaint/mine');
  const change = renderColumn();

  screen.getByText('Row').blur();
  change({ hasNextPage: true });

  expect(document.activeElement).toBe(document.body);
});

test('a screen reader hears how many complaints a search found', async () => {
  renderColumn({ q: 'water' }, 31);

  expect(await screen.findByText('31 complaints')).toBeTruthy();
});

test("'select all' is enabled once the list is loaded", () => {
  const all = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /^All/u });
  const change = renderColumn({ isSelecting: true, isSuccess: false });
  expect(all().disabled).toBe(true);

  change({ isSelecting: true });

  expect(all().disabled).toBe(false);
});

test('Ctrl+A selects the whole list, also before anything was selected', async () => {
  const selects = { turn: vi.fn<(on: boolean) => void>(), choose: vi.fn<(ids: readonly string[]) => void>() };
  renderColumn({ selects });

  fireEvent.keyDown(document.body, { key: 'a', ctrlKey: true });

  await vi.waitFor(() => expect(selects.choose).toHaveBeenCalledWith(['a', 'b']));
  expect(selects.turn).toHaveBeenCalledWith(true);
});

test('a list shows beside its name how many complaints it has on all pages', async () => {
  const head = () => screen.getByRole('heading', { name: 'Mine' }).parentElement?.textContent;
  window.history.replaceState(null, '', `/?category=${crypto.randomUUID()}`);
  renderColumn({ hasNextPage: true }, 1204);

  await vi.waitFor(() => expect(head()).toMatch(/^Mine1,204/u));
});

const view = {
  id: 'v1',
  name: 'Floods',
  shared: false,
  queue: 'mine',
  filter: { tag: 'flood' },
  sort: null,
  pinned: true,
};

test.each([
  [[], 'No complaints here.'],
  [['category', 'unit'], 'This view names something that is gone: a category, a unit.'],
])('the address of a view shows its name, and of things gone %j nothing but that', async (gone, words) => {
  window.history.replaceState(null, '', '/complaint/mine?tag=flood');
  vi.stubGlobal('fetch', async (address: string) =>
    address.endsWith('/saved-view') ? Response.json([{ ...view, gone, version: 1 }]) : new Promise(() => undefined),
  );
  renderAtDesk(<Column />);

  expect(await screen.findByRole('heading', { name: 'Floods' })).toBeTruthy();
  expect(screen.getByText(words)).toBeTruthy();
});

test('an address that is no view yet can be saved as one, for its person', async () => {
  window.history.replaceState(null, '', '/complaint/mine?tag=flood&sort=latest');
  const { sent } = stubServer({ 'GET /api/desk/saved-view': [], 'POST /api/desk/saved-view': { ...view, gone: [] } });
  renderAtDesk(<Column />);
  await press('Save as view');
  fill(/^Name/u, 'Floods');

  fireEvent.submit(document.querySelector('dialog form')!);

  const { id: _, ...body } = { ...view, sort: 'latest' };
  await vi.waitFor(() => expect(sent.at(-1)?.body).toEqual(body));
});

test('the address of a view and what it asks for are the same, in whatever order', () => {
  const asked = askedBy('open', new URLSearchParams('tag=b,a&sort=latest&category=nothing&area=S1'));

  expect(addressOf(asked)).toBe('/complaint/open?area=S1&sort=latest&tag=b%2Ca');
});
