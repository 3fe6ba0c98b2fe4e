import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { cx } from './cx.ts';
import { initialsOf } from '../avatar.tsx';
import { statusTone } from './status-tone.ts';
import { threadStations } from '../thread.tsx';
import { currentToasts, removeToast, subscribeToToasts, toast } from './toast-store.ts';

it('cx joins class names and drops empty ones', () => {
  expect(cx('a', false, null, undefined, '', 'b')).toBe('a b');
});

describe('initials', () => {
  it('initials come from the first and last name', () => {
    expect(initialsOf('Amina Okafor')).toBe('AO');
    expect(initialsOf('  josé  maria  de la cruz ')).toBe('JC');
    expect(initialsOf('Ama')).toBe('A');
    expect(initialsOf('  ')).toBe('');
  });

  it('initials keep a letter and its marks together', () => {
    expect(initialsOf('e\u0323\u0300ye Ọlá')).toBe('E\u0323\u0300Ọ');
    expect(initialsOf('أمينة أوكافور')).toBe('أأ');
  });

  it('initials work without Intl.Segmenter', () => {
    onTestFinished(() => void vi.unstubAllGlobals());
    vi.stubGlobal('Intl', {});
    expect(initialsOf('Amina Okafor')).toBe('AO');
  });
});

describe('statuses', () => {
  it('a status has its colour in upper and lower case, an unknown one has none', () => {
    expect(statusTone('Resolved')).toBe('resolved');
    expect(statusTone(' processing ')).toBe('processing');
    expect(statusTone('Escalated')).toBeNull();
    expect(statusTone('')).toBeNull();
    expect(statusTone('constructor')).toBeNull();
  });

  it('the progress of a complaint shows the stations of its status', () => {
    expect(threadStations('Processing').map((s) => s.state)).toEqual(['done', 'now', 'next']);
    expect(threadStations('Resolved').map((s) => s.state)).toEqual(['done', 'done', 'now']);
    expect(threadStations('Canceled').map((s) => s.tone)).toEqual(['pending', 'canceled']);
    expect(threadStations('Escalated')).toEqual([]);
  });
});

describe('toasts', () => {
  beforeEach(() => currentToasts().forEach((item) => removeToast(item.id)));

  it('each edge of the screen shows its three newest toasts', () => {
    for (const text of ['1', '2', '3', '4']) toast.info(text);
    toast.error('top', { position: 'top' });
    expect(currentToasts().map((item) => item.text)).toEqual(['2', '3', '4', 'top']);
  });

  it('the list of toasts notifies its listeners, and stays the same object while unchanged', () => {
    let calls = 0;
    const stop = subscribeToToasts(() => calls++);
    const id = toast.success('a');
    const before = currentToasts();
    removeToast(-1);
    expect(currentToasts()).toBe(before);
    removeToast(id);
    stop();
    toast.success('b');
    expect(calls).toBe(2);
  });
});
