// @vitest-environment happy-dom
import { startRecording, type Recorded } from '@baraza/ui/lib/recording';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import Recorder, { clockTime } from './recorder.tsx';

vi.mock('@baraza/ui/lib/recording', { spy: true });

const made = { blob: new Blob(['RIFF'], { type: 'audio/wav' }), seconds: 3 };
const [change, cancel, save] = [vi.fn<(value: Recorded | null) => void>(), vi.fn<() => void>(), vi.fn<() => void>()];
let onPiece: (seconds: number, level: number) => void;

/** Replaces the microphone by one that returns this recording. */
function record(recorded: Recorded = made) {
  vi.mocked(startRecording).mockImplementation(async (listener) => {
    onPiece = listener;
    return { stop: async () => recorded, cancel };
  });
}

const show = (value: Recorded | null = null) =>
  render(<Recorder value={value} onChange={change} onBeforeStart={save} />);
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const said = () => screen.getByRole('status').textContent;
const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent);

beforeEach(() => {
  vi.stubGlobal('navigator', { mediaDevices: {} });
  record();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

test('a recording lasts until it is stopped', async () => {
  show();
  expect([buttons(), said()]).toEqual([['Start Recording'], '']);

  await press('Start Recording');
  expect(save).toHaveBeenCalledOnce();
  expect([buttons(), said()]).toEqual([['Stop Recording'], 'Recording']);
  act(() => onPiece(2.9, 0.25));
  expect(screen.getByText('0:02')).toBeTruthy();
  expect(change).not.toHaveBeenCalled();
  await press('Stop Recording');

  expect(change).toHaveBeenCalledExactlyOnceWith(made);
  expect(buttons()).toEqual(['Start Recording']);
  expect(cancel).not.toHaveBeenCalled();
});

test('a recording can be played, replaced and cleared', async () => {
  show(made);
  expect([said(), document.querySelector('audio')?.src]).toEqual([
    'The recording is ready.',
    expect.stringMatching(/^blob:/u),
  ]);
  expect(screen.getByText('1 KB')).toBeTruthy();

  await press('Clear');
  expect(change).toHaveBeenCalledExactlyOnceWith(null);
  await press('Start Recording');

  expect([buttons(), document.querySelector('audio')]).toEqual([['Stop Recording'], null]);
});

test('the recorder warns at four and a half minutes and stops at five', async () => {
  show();
  await press('Start Recording');
  act(() => onPiece(269.9, 0));
  expect(said()).toBe('Recording');
  act(() => onPiece(270, 0));
  expect(said()).toBe('Recording stops at 5:00.');
  act(() => onPiece(299.9, 0));
  expect(change).not.toHaveBeenCalled();

  await act(async () => {
    onPiece(300, 0);
    onPiece(300.1, 0);
  });

  expect(change).toHaveBeenCalledExactlyOnceWith(made);
});

test('an empty recording is dropped, and an error is shown until the next one', async () => {
  record({ ...made, seconds: 0 });
  show();
  await press('Start Recording');
  await press('Stop Recording');
  expect(screen.getByRole('alert').textContent).toContain('The microphone does not work. You can type instead.');
  expect(change).not.toHaveBeenCalled();

  await press('Start Recording');

  expect(screen.queryByRole('alert')).toBeNull();
});

test.each([
  [new DOMException('', 'NotAllowedError'), 'Please grant permission to use the microphone.'],
  [new Error('no worklet'), 'The microphone does not work. You can type instead.'],
])('a recording that cannot start shows the reason: %s', async (error, words) => {
  vi.mocked(startRecording).mockRejectedValue(error);
  show();

  await press('Start Recording');

  expect(screen.getByRole('alert').textContent).toContain(words);
  expect(buttons()).toEqual(['Start Recording']);
});

test('a browser without recording shows that it has no permission for the microphone', async () => {
  vi.stubGlobal('navigator', {});
  vi.mocked(startRecording).mockRejectedValue(new TypeError('undefined'));
  show();

  await press('Start Recording');

  expect(screen.getByRole('alert').textContent).toContain('Please grant permission to use the microphone.');
});

test('leaving the page releases the microphone, even if it opens only afterwards', async () => {
  const { unmount } = show();
  await press('Start Recording');
  unmount();
  expect(cancel).toHaveBeenCalledTimes(1);

  let open: (recording: Awaited<ReturnType<typeof startRecording>>) => void = () => undefined;
  vi.mocked(startRecording).mockReturnValue(new Promise((resolve) => (open = resolve)));
  const second = show();
  await press('Start Recording');
  second.unmount();
  await act(async () => open({ stop: async () => made, cancel }));

  expect(cancel).toHaveBeenCalledTimes(2);
});

test('the length of a recording is shown in minutes and seconds', () => {
  expect([-1, 0, 9.9, 60, 299.99, 3605].map(clockTime)).toEqual(['0:00', '0:00', '0:09', '1:00', '4:59', '60:05']);
});
