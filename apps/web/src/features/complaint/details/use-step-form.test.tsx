// @vitest-environment happy-dom
import { reportContact } from '@baraza/app/use-online';
import { answerComplaint, type Complaint } from '@baraza/contract/complaint/complaint';
import { act, cleanup, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useSaved } from '../../../lib/draft/unsaved.ts';
import { renderPortalHook } from '../../../lib/testing/render.tsx';
import { useStepForm } from './use-step-form.ts';

const complaint = { id: '0190a1b2-c3d4-4e5f-8a9b-0c1d2e3f4a5b' } as Complaint;
const film = (name: string) => new File([new Uint8Array(10)], name, { type: 'video/mp4' });

function renderStep() {
  const onDone = vi.fn<() => void>();
  const { result, unmount } = renderPortalHook(
    () => ({ step: useStepForm('answer', answerComplaint, complaint, onDone), saved: useSaved() }),
    undefined,
  );
  return { result, unmount, onDone };
}

/** Requests end as said, one after the other; gives the keys under which they were sent. */
function stubNetwork(...outcomes: ('lost' | 'arrived')[]) {
  const keys: string[] = [];
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {};
      status = 200;
      responseText = JSON.stringify(complaint);
      onload = () => undefined;
      onerror = () => undefined;
      open = () => undefined;
      abort = () => undefined;
      getResponseHeader = () => 'application/json';
      setRequestHeader = (name: string, value: string) => {
        if (name.toLowerCase() === 'idempotency-key') keys.push(value);
      };
      send = () => (outcomes[keys.length - 1] === 'arrived' ? this.onload() : this.onerror());
    },
  );
  return keys;
}

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  reportContact(true);
  vi.unstubAllGlobals();
});

test('words that were not sent are there again after a reload', () => {
  const before = renderStep();
  act(() => before.result.current.step.setText('On Monday.'));
  before.unmount();

  expect(renderStep().result.current.step.text).toBe('On Monday.');
});

test('chosen files lie on the page alone, so that not all is saved', async () => {
  const { result } = renderStep();
  expect(result.current.saved).toBe('saved');

  act(() => result.current.step.media.restore([film('a.mp4')]));

  await waitFor(() => expect(result.current.saved).toBe('unkept'));
});

test('more than ten files are not sent, and the field says why', () => {
  const keys = stubNetwork();
  const { result } = renderStep();
  act(() => result.current.step.media.restore(Array.from({ length: 11 }, (_, index) => film(`${index}.mp4`))));

  act(() => result.current.step.form.onSubmit());

  expect(result.current.step.form.errors['files']).toBe('You can attach at most 10 files.');
  expect(keys).toEqual([]);
});

test('an answer without a reply from the server goes again under the same key, and is then forgotten', async () => {
  const keys = stubNetwork('lost', 'arrived');
  const { result, onDone } = renderStep();
  act(() => result.current.step.setText('On Monday.'));

  act(() => result.current.step.form.onSubmit());
  await waitFor(() => expect(result.current.step.error).toBeTruthy());
  act(() => result.current.step.form.onSubmit());
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());

  expect(keys).toHaveLength(2);
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
  expect(sessionStorage.length).toBe(0);
});
