// @vitest-environment happy-dom
import type { Attachment } from '@baraza/contract';
import { QueryClient } from '@tanstack/react-query';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderInApp } from '../testing/render.tsx';
import { AttachmentList } from './attachment-list.tsx';

const film = { id: 'a', kind: 'video', fileName: 'a.mp4', filePath: '/files/a?first', size: 4000 } as Attachment;

function renderFilm() {
  const list = (filePath: string) => <AttachmentList attachments={[{ ...film, filePath }]} />;
  const { rerender } = renderInApp(list(film.filePath));
  const frame = () => document.querySelector('video');
  return { frame, refresh: (filePath: string) => rerender(list(filePath)) };
}

const onLine = (connection: { saveData: boolean; effectiveType: string }) =>
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true });

afterEach(() => {
  cleanup();
  Reflect.deleteProperty(navigator, 'connection');
});

test('an attached video shows one of its frames', () => {
  expect(renderFilm().frame()?.getAttribute('src')).toBe('/files/a?first#t=0.1');
});

test.each([
  { saveData: true, effectiveType: '4g' },
  { saveData: false, effectiveType: '3g' },
])('no video frame is fetched on a slow or metered connection: %o', (connection) => {
  onLine(connection);

  const { frame } = renderFilm();

  expect(frame()).toBeNull();
  expect(document.querySelector('button svg')).toBeTruthy();
});

test('a PDF opens in the viewer, which offers its download and runs nothing of it', async () => {
  const letter = { ...film, kind: 'document', fileName: 'bill.pdf' } as Attachment;
  renderInApp(<AttachmentList attachments={[letter]} />);

  fireEvent.click(await screen.findByRole('button', { name: /Attachment 1 of 1: bill\.pdf/u }));

  const link = await screen.findByRole('link', { name: /Download/u });
  expect([link.getAttribute('download'), link.getAttribute('href')]).toEqual(['bill.pdf', letter.filePath]);
  expect(document.querySelector('iframe, embed, object, video')).toBeNull();
});

test('an expired file address is refreshed once, and a second failure shows the icon', () => {
  const onRefresh = vi.spyOn(QueryClient.prototype, 'invalidateQueries');
  const { frame, refresh } = renderFilm();

  fireEvent.error(frame()!);
  expect(onRefresh).toHaveBeenCalledOnce();
  refresh('/files/a?second');
  expect(frame()?.getAttribute('src')).toBe('/files/a?second#t=0.1');
  fireEvent.error(frame()!);

  expect(frame()).toBeNull();
  expect(onRefresh).toHaveBeenCalledOnce();
});
