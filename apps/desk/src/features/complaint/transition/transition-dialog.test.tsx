// @vitest-environment happy-dom
import { rejectReasons, type DeskComplaint } from '@baraza/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { officer, renderAtDesk, inTurn, stubServer } from '../../../lib/testing/render.tsx';
import type { OpenDialog } from './dialogs.tsx';
import { TransitionDialog } from './transition-dialog.tsx';
import { useTransitions } from './use-transitions.ts';
import { useSeen } from './use-seen.ts';

const complaint = {
  id: 'c1',
  version: 3,
  title: 'No light',
  description: '',
  history: [],
  mda: { id: 'health', name: 'Health' },
  recusedStaff: [],
  category: { id: 'roads', name: 'Roads' },
  jurisdiction: { id: 'north', name: 'North' },
  allowed: ['proposeRejection'],
} as unknown as DeskComplaint;

const [onDone, onGone] = [vi.fn<() => void>(), vi.fn<() => void>()];

function Dialog({ action }: { action: OpenDialog['action'] }) {
  const seen = useSeen(complaint, true, 'Ada Obi');
  const transitions = useTransitions(complaint, seen, onGone);
  return <TransitionDialog {...{ action, complaint, seen, transitions, onDone }} onClose={() => undefined} />;
}

const submit = () => fireEvent.submit(document.querySelector('form')!);

afterEach(() => vi.clearAllMocks());

test('a missing field of a transition takes the focus and shows its error until it changes', () => {
  renderAtDesk(<Dialog action="proposeRejection" />);

  submit();
  const reason = screen.getByLabelText(/^Reason/u);
  expect(document.activeElement).toBe(reason);
  expect(screen.queryByText('Choose a reason.')).not.toBeNull();

  fireEvent.change(reason, { target: { value: rejectReasons[0] } });
  expect(screen.queryByText('Choose a reason.')).toBeNull();
});

test('a merge without a chosen complaint moves the focus to its search', async () => {
  stubServer({ '*': [] });
  renderAtDesk(<Dialog action="merge" />);

  submit();

  expect(document.activeElement).toBe(await screen.findByRole('searchbox', { hidden: true }));
});

test('reasons to reject are listed word for word as citizens read them', () => {
  renderAtDesk(<Dialog action="proposeRejection" />);

  for (const reason of rejectReasons) expect(screen.queryByRole('option', { name: reason })).not.toBeNull();
});

test('transition fields are sent trimmed, without empty optional ones', async () => {
  const { calls: sent } = stubServer({ '*': complaint });
  renderAtDesk(<Dialog action="extend" />);

  fireEvent.change(screen.getByLabelText(/^Additional working days/u), { target: { value: ' 7 ' } });
  fireEvent.change(screen.getByLabelText(/^Reason/u), { target: { value: ' Parts are missing ' } });
  submit();

  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(sent[0]?.body).toEqual({ days: 7, reason: 'Parts are missing', version: 3 });
});

test('the dialog of a correction preselects the present category and jurisdiction', async () => {
  const { calls: sent } = stubServer({
    '*': inTurn([{ id: 'water', name: 'Water' }], [{ id: 'south', jurisdiction: { name: 'South' } }], complaint),
  });
  renderAtDesk(<Dialog action="categorise" />);

  expect((await screen.findByLabelText<HTMLSelectElement>(/^Jurisdiction/u)).value).toBe('north');
  const category = screen.getByLabelText<HTMLSelectElement>(/^Category/u);
  expect(category.value).toBe('roads');
  await screen.findByRole('option', { name: 'Water' });
  fireEvent.change(category, { target: { value: 'water' } });
  submit();

  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(sent.at(-1)?.body).toEqual({ category: 'water', jurisdiction: 'north', version: 3 });
});

test('declining a transfer closes the complaint on the screen', async () => {
  stubServer({ '*': null });
  renderAtDesk(<Dialog action="declineTransfer" />);

  fireEvent.change(screen.getByLabelText(/^Reason/u), { target: { value: 'Not ours' } });
  submit();

  await waitFor(() => expect(onGone).toHaveBeenCalledOnce());
  expect(onDone).not.toHaveBeenCalled();
});

test.each([
  ['offerTransfer', 'officer', ['The MDAs could not be loaded.']],
  ['decideTransfer', 'oversight', ['The MDAs could not be loaded.']],
  ['categorise', 'officer', ['The categories could not be loaded.', 'The jurisdictions could not be loaded.']],
  ['recuse', 'supervisor', ['The colleagues could not be loaded.']],
  ['recuse', 'officer', []],
  ['extend', 'officer', []],
] as const)(
  'the dialog of %s loads only its own choices, and reports a failed load, for %s',
  async (action, role, said) => {
    const requested: string[] = [];
    vi.stubGlobal('fetch', async (url: string) => {
      requested.push(url);
      return Response.json({ code: 'UNAVAILABLE', message: 'Try again later.' }, { status: 503 });
    });
    renderAtDesk(<Dialog action={action} />, { ...officer, role });

    await waitFor(() => expect(screen.queryAllByText(/could not be loaded\.$/u)).toHaveLength(said.length));
    for (const words of said) expect(screen.getByText(words)).toBeTruthy();
    expect(requested).toHaveLength(said.length);
  },
);
