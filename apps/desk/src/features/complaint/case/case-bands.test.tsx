// @vitest-environment happy-dom
import type { DeskComplaint } from '@baraza/contract';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { officer, renderAtDesk } from '../../../lib/testing/render.tsx';
import type { HeldReplies, HeldReply } from '../composer/use-held-replies.ts';
import type { OpenDialog } from '../transition/dialogs.tsx';
import type { Transitions } from '../transition/use-transitions.ts';
import { CaseBands } from './case-bands.tsx';

const efua = { id: 'efua', name: 'Efua Boateng' };
const complaint = {
  state: 'in_progress',
  mda: { id: 'water', name: 'Water Board' },
  offeredTo: { id: 'roads', name: 'Road Agency' },
  dueAt: null,
  history: [],
  merged: [],
  rejection: null,
  citizen: { identityRequests: [{ by: efua, reason: null, at: '2026-05-04T09:00:00Z' }] },
  allowed: [],
} as unknown as DeskComplaint;

const dialogs: OpenDialog[] = [];
const act = vi.fn<Transitions['act']>(async () => undefined);

const undo = vi.fn<HeldReplies['undo']>(async () => undefined);

function show(change: object, decisions: HeldReply[] = []) {
  const transitions = { pending: null, refusal: null, act, dismiss: () => undefined };
  renderAtDesk(
    <CaseBands
      complaint={{ ...complaint, ...change }}
      transitions={transitions}
      replies={{ decisions, undo }}
      onDialog={(dialog) => dialogs.push(dialog)}
      onMoved={() => undefined}
    />,
  );
}

afterEach(() => {
  dialogs.length = 0;
  act.mockClear();
});

test('the desk shows at a complaint that its citizen’s email address takes no mail', () => {
  show({ citizen: { identityRequests: [], mailRefused: true } });
  expect(screen.getByText('The citizen’s email address takes no mail.')).toBeTruthy();
});

const proposed = { rejection: { by: efua, at: '2026-05-04T09:00:00Z', reason: 'Not ours.', text: '' } };

test.each([
  ['declineTransfer', 'Decline…', { state: 'transfer_offered', allowed: ['declineTransfer'] }],
  ['decideTransfer', 'Decide', { state: 'transfer_undecided', allowed: ['decideTransfer'] }],
  ['decideTransfer', 'Transfer it to another MDA', { allowed: ['decideTransfer'] }],
  ['declineAppeal', 'Keep the outcome…', { state: 'appeal', allowed: ['declineAppeal', 'upholdAppeal'] }],
  ['upholdAppeal', 'Send it back…', { state: 'appeal', allowed: ['declineAppeal', 'upholdAppeal'] }],
  ['returnRejection', 'Return it…', { ...proposed, allowed: ['reject', 'returnRejection'] }],
  ['denyIdentity', 'Decline…', { allowed: ['discloseIdentity', 'denyIdentity'] }],
])('a reader who may %s gets a button that opens a dialog', (action, name, change) => {
  show(change);
  fireEvent.click(screen.getByRole('button', { name }));
  expect(dialogs).toEqual([expect.objectContaining({ action })]);
});

test.each([
  ['acceptTransfer', undefined, 'Accept the transfer', { state: 'transfer_offered', allowed: ['acceptTransfer'] }],
  ['withdrawTransfer', undefined, 'Withdraw the offer', { state: 'transfer_offered', allowed: ['withdrawTransfer'] }],
  ['reject', undefined, 'Reject it', { ...proposed, allowed: ['reject'] }],
  ['discloseIdentity', { requester: efua.id }, 'Approve', { allowed: ['discloseIdentity'] }],
])('a reader who may %s does it with one press', (action, input, name, change) => {
  show(change);
  fireEvent.click(screen.getByRole('button', { name }));
  expect(act.mock.calls).toEqual([[action, input]]);
});

test.each([
  ['an offer', { state: 'transfer_offered' }],
  ['an appeal', { state: 'appeal' }],
  ['a proposed rejection', proposed],
  ['a request for the name', {}],
])('a reader who may not decide about %s gets no button', (_, change) => {
  show(change);
  expect(screen.queryAllByRole('button')).toEqual([]);
});

test.each([
  ['a rejection', { action: 'reject' }, { ...proposed, citizen: { identityRequests: [] }, allowed: ['reject'] }],
  ['an identity request', { action: 'denyIdentity', requester: efua.id }, { allowed: ['discloseIdentity'] }],
] as const)('a held decision on %s can only be undone', (_, decision, change) => {
  const held = { hold: 'h', decision, text: '', files: [], steps: 1, until: Date.now() + 9_500 };

  show(change, [held]);
  expect(screen.getByText('Takes effect in 10 s')).toBeTruthy();
  fireEvent.click(screen.getByRole('button'));

  expect(undo.mock.calls).toEqual([[expect.objectContaining({ hold: 'h' })]]);
});

test('officers cannot decide on their own identity request', () => {
  const identityRequests = [{ by: { id: officer.id, name: 'Ada Obi' }, reason: null, at: '2026-05-04T09:00:00Z' }];
  show({ citizen: { identityRequests }, allowed: ['discloseIdentity'] });
  expect(screen.getByText('You have asked to see name and contact.')).toBeDefined();
  expect(screen.queryAllByRole('button')).toEqual([]);
});
