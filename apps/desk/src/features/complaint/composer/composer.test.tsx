// @vitest-environment happy-dom
import type { DeskComplaint, SavedReply } from '@baraza/contract';
import { currentToasts } from '@baraza/ui/lib/toast-store';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useRef, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { loadDraft, saveDraft } from '../../../lib/storage/drafts.ts';
import { afterSendPreference } from '../../../lib/storage/preference.ts';
import { officer, renderAtDesk, inTurn, stubServer } from '../../../lib/testing/render.tsx';
import { useSeen } from '../transition/use-seen.ts';
import { useTransitions } from '../transition/use-transitions.ts';
import type { Mode, Tab } from './use-composer-state.ts';
import { Composer } from './composer.tsx';
import { HeldStep } from '../history/history-step.tsx';
import { useDraft } from './use-draft.ts';
import { stagedBy } from './use-staged.ts';
import { useHeldReplies } from './use-held-replies.ts';

const complaint = {
  id: 'c1',
  version: 3,
  status: 'Processing',
  allowed: ['reply', 'ask', 'resolve', 'note'],
  history: [],
  merged: [],
  category: { id: 'water', name: 'Water' },
  mda: { id: 'm1', name: 'Water Board' },
  dueAt: null,
  citizen: { name: 'Amina B.', firstName: 'Amina' },
} as unknown as DeskComplaint;

/** A complaint that a colleague changed a minute ago. */
const changed = {
  ...complaint,
  version: 4,
  history: [{ id: 'note', action: 'note', by: 'officer', actor: 'Efua Boateng', at: '2024-05-08T10:42:00Z' }],
} as unknown as DeskComplaint;

const onNext = vi.fn<() => void>();

interface Start {
  readonly tab?: Tab;
  readonly mode?: Mode;
  readonly merged?: DeskComplaint['merged'];
}

function Desk({ tab: startTab = 'reply', mode: startMode = 'reply', merged = complaint.merged }: Start) {
  const [shown, setShown] = useState({ ...complaint, merged });
  const [{ tab, mode }, open] = useState({ tab: startTab, mode: startMode });
  const drafts = useDraft('c1');
  const replies = useHeldReplies(shown, drafts);
  const seen = useSeen(shown, true, 'Ada Obi');
  const transitions = useTransitions(shown, seen, () => undefined);
  const targets = {
    heading: useRef<HTMLHeadingElement>(null),
    text: useRef<HTMLTextAreaElement>(null),
    start: useRef<HTMLButtonElement>(null),
  };
  const state = {
    tabs: ['reply', 'note'] as const,
    tab,
    mode,
    open: (nextTab: Tab, nextMode: Mode = mode) => open({ tab: nextTab, mode: nextMode }),
  };
  return (
    <>
      <h1 ref={targets.heading} tabIndex={-1}>
        Complaint
      </h1>
      <button type="button" onClick={() => setShown(changed)}>
        Change it elsewhere
      </button>
      <ol>
        {replies.held.map((reply) => (
          <HeldStep key={reply.hold} reply={reply} onUndo={() => void replies.undo(reply)} />
        ))}
      </ol>
      <Composer
        complaint={shown}
        onStart={() => undefined}
        {...{ state, drafts, replies, seen, transitions, targets, onNext }}
      />
    </>
  );
}

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox');
const write = (text: string) => fireEvent.change(field(), { target: { value: text } });
const send = () => fireEvent.keyDown(field(), { key: 'Enter', ctrlKey: true });
const newestToast = () => currentToasts().at(-1);

afterEach(() => {
  localStorage.clear();
  afterSendPreference.set('next');
  vi.clearAllMocks();
});

test.each([
  ['reply', true],
  ['resolve', true],
  ['ask', false],
] as const)('the composer tells for a %s whether those merged into the complaint read it', (mode, isTold) => {
  renderAtDesk(<Desk mode={mode} merged={[{}, {}] as DeskComplaint['merged']} />);

  const words = screen.queryByText('Your answer goes to the citizens of all 3 merged complaints.');
  expect(words !== null).toBe(isTold);
});

test('an empty reply is not sent, and its field says so until text is typed', () => {
  const { calls: sent } = stubServer({ '*': complaint });
  renderAtDesk(<Desk />);

  send();
  expect(screen.queryByText('Write your message to the citizen first.')).not.toBeNull();
  expect(document.activeElement).toBe(field());
  write('Come on Monday');

  expect(screen.queryByText('Write your message to the citizen first.')).toBeNull();
  expect(sent).toEqual([]);
});

test('mentions are offered in notes only, saved replies in replies only', () => {
  const tools = () =>
    ['Mention a colleague', 'Saved replies'].map((name) => screen.queryByRole('button', { name }) !== null);
  renderAtDesk(<Desk />);
  expect(tools()).toEqual([false, true]);
  cleanup();

  renderAtDesk(<Desk tab="note" />);

  expect(tools()).toEqual([true, false]);
});

test('a sent reply is removed from the field and from the device', async () => {
  const { calls: sent } = stubServer({ '*': complaint });
  renderAtDesk(<Desk />);
  write(' Come on Monday ');

  send();

  await waitFor(() => expect(field().value).toBe(''));
  expect(sent).toMatchObject([{ body: { text: 'Come on Monday', version: 3 } }]);
  expect(loadDraft(officer.id, 'c1').reply).toBe('');
  expect(screen.getByRole('listitem').textContent).toMatch(/Ada Obi.*Goes out in 10 s.*Come on Monday/u);
});

test('a placeholder typed by hand is sent filled, and one without a value or a meaning is refused', async () => {
  const { calls: sent } = stubServer({ '*': complaint });
  renderAtDesk(<Desk />);
  for (const words of ['Dear {name}', 'Done by {dueDate}']) {
    write(words);
    send();
    expect(field().getAttribute('aria-invalid')).toBe('true');
  }
  expect(sent).toEqual([]);

  write('Dear {citizen}');
  send();

  await waitFor(() => expect(sent).toMatchObject([{ body: { text: 'Dear Amina' } }]));
});

test('a refused reply stays in the field', async () => {
  stubServer({ '*': Response.json({ code: 'UNAVAILABLE', message: 'Try again later.' }, { status: 503 }) });
  renderAtDesk(<Desk />);
  write('Come on Monday');

  send();

  expect(await screen.findByRole('alert')).toHaveProperty('textContent', 'Try again later.');
  expect(field().value).toBe('Come on Monday');
});

test('a reply is not sent while a colleague’s step is unread', () => {
  const { calls: sent } = stubServer({ '*': complaint });
  renderAtDesk(<Desk />);
  write('Come on Monday');
  fireEvent.click(screen.getByText('Change it elsewhere'));

  send();

  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'I have read it' }));
  expect(sent).toEqual([]);
});

test('a resolution without an outcome is not sent and moves the focus to that field', async () => {
  const { calls: sent } = stubServer({ '*': complaint });
  renderAtDesk(<Desk mode="resolve" />);
  write('It is mended');
  send();
  const outcome = screen.getByLabelText(/^How was it resolved/u);
  await waitFor(() => expect(document.activeElement).toBe(outcome));
  expect([sent.length, outcome.getAttribute('aria-invalid')]).toEqual([0, 'true']);

  fireEvent.change(outcome, { target: { value: 'solved' } });
  send();

  await waitFor(() => expect(sent).toMatchObject([{ body: { text: 'It is mended', outcome: 'solved' } }]));
});

test('the composer returns to a plain reply after a resolution', async () => {
  stubServer({ '*': complaint });
  renderAtDesk(<Desk mode="resolve" />);
  write('It is mended');
  fireEvent.change(screen.getByLabelText(/^How was it resolved/u), { target: { value: 'solved' } });

  send();

  await waitFor(() => expect(screen.queryByLabelText(/^How was it resolved/u)).toBeNull());
});

const saved: SavedReply = {
  id: 'r1',
  title: 'Fee',
  text: 'Dear {citizen}',
  texts: {},
  step: 'resolve',
  category: null,
  shared: true,
  version: 1,
  actions: { outcome: 'partly', category: 'roads', assignee: 'me', unit: 'north', tags: ['fee'], priority: 'high' },
  names: { roads: 'Roads' },
};
const chips = () =>
  within(screen.getByRole('list', { name: 'Done when you send it' }))
    .getAllByRole('listitem')
    .map((chip) => chip.querySelector('bdi')?.textContent);
const chooseSaved = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Saved replies' }));
  fireEvent.click(await screen.findByRole('button', { name: /^Fee/u }));
};

test('a saved reply stages its steps, marks those that are gone, and is sent with the others', async () => {
  const { sent } = stubServer({ '*': complaint, 'GET /api/desk/saved-reply': [saved] });
  renderAtDesk(<Desk />);
  await chooseSaved();
  expect(chips()).toEqual([
    'Category: Roads',
    'Priority: High',
    'Tags: fee',
    'No longer there: a unit',
    'Assign to me',
  ]);
  expect(screen.getByLabelText<HTMLSelectElement>(/^How was it resolved/u).value).toBe('partly');

  fireEvent.click(screen.getByRole('button', { name: 'Remove Priority: High' }));
  await waitFor(() => expect(chips()).not.toContain('Priority: High'));
  send();

  const also = [
    { action: 'categorise', category: 'roads' },
    { action: 'tag', tags: ['fee'] },
    { action: 'assign', assignee: officer.id },
  ];
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ body: { text: 'Dear Amina', outcome: 'partly', also } }));
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Done when you send it' })).toBeNull());
});

test('undoing a reply stages again what went along with it', async () => {
  stubServer({ '*': complaint, 'GET /api/desk/saved-reply': [{ ...saved, step: 'reply' }] });
  afterSendPreference.set('stay');
  renderAtDesk(<Desk />);
  await chooseSaved();
  const before = chips();
  send();
  fireEvent.click(await screen.findByRole('button', { name: /^Undo/u }));

  await waitFor(() => expect(chips()).toEqual(before));
});

test('the later of two saved replies counts where both set the same', async () => {
  const later = { ...saved, id: 'r2', title: 'Later', names: {}, actions: { priority: 'emergency' as const } };
  expect(stagedBy(later, officer, stagedBy(saved, officer)).map(({ words }) => words)).toEqual([
    'Category: Roads',
    'Tags: fee',
    'Assign to me',
    'Priority: Emergency',
  ]);
});

test('sending opens the next complaint, where it can be undone', async () => {
  stubServer({ '*': complaint });
  renderAtDesk(<Desk />);
  write('Come on Monday');

  send();

  await waitFor(() => expect(onNext).toHaveBeenCalledOnce());
  expect(newestToast()?.action?.label(10)).toBe('Undo (10)');
});

test('a question is chosen with one press and sent as a question', async () => {
  const { calls: sent } = stubServer({ '*': complaint });
  renderAtDesk(<Desk />);
  write('Which counter was it?');

  fireEvent.click(screen.getByRole('button', { name: 'Question' }));
  expect(screen.getByRole('button', { pressed: true }).textContent).toBe('Question');
  await waitFor(() => expect(document.activeElement).toBe(field()));
  send();

  await waitFor(() => expect(sent).toMatchObject([{ url: '/api/desk/complaint/c1/ask' }]));
  await waitFor(() => expect(screen.getByRole('button', { pressed: true }).textContent).toBe('Reply'));
});

test('a note is sent with the ids of mentioned colleagues', async () => {
  const { calls: sent } = stubServer({ '*': inTurn([{ id: 'efua', name: 'Efua Boateng' }], complaint) });
  renderAtDesk(<Desk tab="note" />);
  write('@Efua Boateng, please ask the branch');

  send();

  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.body).toMatchObject({ mentions: ['efua'] });
});

test('a note that waits for colleagues’ names is sent once, however often Send is pressed', async () => {
  let answer: (response: Response) => void = () => undefined;
  const sent: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
    if (body) sent.push(url);
    return body ? Response.json(complaint) : new Promise<Response>((resolve) => (answer = resolve));
  });
  renderAtDesk(<Desk tab="note" />);
  write('@Efua, please ask the branch');

  send();
  send();
  await act(async () => answer(Response.json([])));

  await waitFor(() => expect(field().value).toBe(''));
  expect(sent).toHaveLength(1);
});

const holdOf = (sent?: { body: unknown }) => (sent?.body as { hold: string } | undefined)?.hold;

/** Sends a reply and undoes it. */
async function undo() {
  renderAtDesk(<Desk />);
  write('Come on Monday');
  send();
  fireEvent.click(await screen.findByRole('button', { name: /^Undo/u }));
}

test('undoing a reply puts its text before a draft begun since', async () => {
  const { calls: sent } = stubServer({ '*': inTurn(complaint, { message: 'It was not sent.' }) });
  saveDraft(officer.id, 'c1', { reply: '', note: 'Ask the branch' });

  await undo();

  await waitFor(() => expect(field().value).toBe('Come on Monday'));
  expect(newestToast()?.text).toBe('It was not sent.');
  expect(screen.queryByText('Sending')).toBeNull();
  expect(sent[1]?.body).toEqual({ hold: holdOf(sent[0]) });
  expect(loadDraft(officer.id, 'c1')).toEqual({ reply: 'Come on Monday', note: 'Ask the branch' });
});

test('undoing too late leaves the reply sent and says why', async () => {
  stubServer({
    '*': inTurn(complaint, Response.json({ code: 'STATE_FORBIDS', message: 'It has been sent.' }, { status: 409 })),
  });

  await undo();

  await waitFor(() => expect(newestToast()?.text).toBe('It has been sent.'));
  expect(field().value).toBe('');
});

test('Escape leaves the text of a reply and keeps it', () => {
  renderAtDesk(<Desk />);
  write('Come on Monday');
  field().focus();

  fireEvent.keyDown(field(), { key: 'Escape' });

  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Complaint' }));
  expect(field().value).toBe('Come on Monday');
});

test('Ctrl+Enter sends a resolution from the choice of its outcome too', async () => {
  const { calls: sent } = stubServer({ '*': complaint });
  renderAtDesk(<Desk mode="resolve" />);
  write('It is repaired');
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'solved' } });

  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter', ctrlKey: true });

  await waitFor(() => expect(sent).toMatchObject([{ body: { text: 'It is repaired', outcome: 'solved' } }]));
});
