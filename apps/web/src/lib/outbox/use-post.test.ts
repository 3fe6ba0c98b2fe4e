// @vitest-environment happy-dom
import { endSession, startSession } from '@baraza/app';
import { useMediaFiles } from '@baraza/ui/use-media-files';
import { act, cleanup } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createDraftKeeper } from '../draft/draft-keeper.ts';
import { deviceStorage, draftKey, type Draft } from '../draft/draft-store.ts';
import { renderPortalHook } from '../testing/render.tsx';
import { getOutbox, removeItem } from './outbox.ts';
import { useOutbox } from './use-outbox.ts';
import { usePost, useProblemOfDraft } from './use-post.ts';

vi.mock('idb-keyval', async () => (await import('../testing/device.ts')).device());

// The code is loaded when a form is sent.
beforeAll(() => import('./send.ts').then(() => undefined));

const own = draftKey('feedback', 'ada');
const content = { values: { title: 'Thank you' }, files: [], recording: null, submissionKey: null };

function renderPost() {
  const keeper = createDraftKeeper(own, { onSaved: () => undefined, onFailed: () => undefined });
  keeper.change(content);
  const rendered = renderPortalHook(() => {
    const media = useMediaFiles({ kinds: ['image'], maxBytes: 100 });
    return { media, ...usePost(null, 'ada'), outbox: useOutbox('ada'), others: useOutbox('efua') };
  }, undefined);
  const post = async () => {
    const { media, post: send } = rendered.result.current;
    const item = { account: 'ada', kind: 'feedback', title: '', office: '', path: '/', body: {}, draft: own } as const;
    return act(() => send({ ...item, content, media }, keeper).catch((error: Error) => error.message));
  };
  return { ...rendered, post };
}

const answer = (body: object, status: number) => async () => Response.json(body, { status });
const failToConnect = () => Promise.reject(new TypeError('no line'));
const draft = () => deviceStorage.get(own);

beforeEach(() => startSession('token'));
afterEach(async () => {
  cleanup();
  for (const { key } of getOutbox().items) await removeItem(key);
  await deviceStorage.delete(own);
  endSession('expired');
  vi.unstubAllGlobals();
});

test('a form that the server accepted is deleted from the drafts', async () => {
  vi.stubGlobal('fetch', answer({ id: 'f1' }, 201));
  const { post } = renderPost();

  expect(await post()).toEqual({ id: 'f1' });

  expect(await draft()).toBeUndefined();
});

test('a form posted offline moves from the drafts to the outbox of its account', async () => {
  vi.stubGlobal('fetch', failToConnect);
  const { result, post } = renderPost();

  expect(await post()).toBeUndefined();

  expect(result.current.outbox.items.map(({ state }) => state)).toEqual(['waiting']);
  expect([result.current.others.items, await draft()]).toEqual([[], undefined]);
});

test('a refused form stays a draft, and the next try has a new idempotency key', async () => {
  vi.stubGlobal('fetch', answer({ code: 'INVALID', message: 'Check the form.' }, 422));
  const { result, post } = renderPost();
  const { key } = result.current;

  expect(await post()).toBe('Check the form.');

  expect(await draft()).toBeDefined();
  expect(result.current.key).not.toBe(key);
  expect(result.current.outbox.items).toEqual([]);
});

test('submitting returns no result when the form was left meanwhile', async () => {
  const { unmount, post } = renderPost();
  vi.stubGlobal('fetch', async () => {
    unmount();
    return Response.json({ id: 'f1' }, { status: 201 });
  });

  expect(await post()).toBeNull();
});

test('the errors of a refused draft are shown only once', () => {
  const refused = { problem: { message: 'Check the form.', fields: { title: 'Too long.' } } } as unknown as Draft;
  const fail = vi.fn<(fields: Record<string, string>, general: string) => string>();
  const { rerender } = renderPortalHook(() => useProblemOfDraft({ fail }, refused), undefined);

  rerender(undefined);

  expect(fail).toHaveBeenCalledExactlyOnceWith({ title: 'Too long.' }, 'Check the form.');
});
