// @vitest-environment happy-dom
import { Route } from '@baraza/app';
import type { DeskFeedback } from '@baraza/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { officer, refusal, renderAtDesk, stubServer } from '../../lib/testing/render.tsx';
import FeedbackPage from './feedback-page.tsx';

const feedback: DeskFeedback = {
  id: 'f1',
  trackingId: 'FB-26-AAAA01',
  title: 'The form is long',
  description: '<p>It asks too much.</p>',
  category: { id: 'portal', name: 'Portal' },
  createdAt: '2026-11-02T08:00:00.000Z',
  status: 'Pending',
  attachments: [],
  reply: null,
  replier: null,
  repliedAt: null,
  citizen: { name: 'Efua Mensah' },
  repliedBy: null,
};
const replied = { ...feedback, status: 'Replied', reply: 'We made it shorter.', repliedBy: 'Ada Obi' };

const get = 'GET /api/desk/feedback/f1';
const post = 'POST /api/desk/feedback/f1/reply';

/** Opens the feedback with these responses. */
function open(answers: Record<string, unknown>, role: typeof officer.role = 'oversight') {
  window.history.replaceState(null, '', `${import.meta.env.BASE_URL}feedback/f1`);
  const server = stubServer(answers);
  const page = <Route path="/feedback/:id">{() => <FeedbackPage />}</Route>;
  renderAtDesk(page, { ...officer, role });
  return server;
}

const send = () => fireEvent.click(screen.getByRole('button', { name: /^Send the reply/u }));
const type = async (text: string) =>
  fireEvent.change(await screen.findByLabelText(/^Reply/u), { target: { value: text } });

test('a feedback reply is sent trimmed, then replaces the form and takes the focus', async () => {
  const { sent } = open({ [get]: feedback, [post]: replied });
  await type('  We made it shorter. ');
  expect(screen.getByText('Efua Mensah')).toBeTruthy();

  send();

  const heading = await screen.findByRole('heading', { name: 'The reply' });
  await waitFor(() => expect(document.activeElement === heading).toBe(true));
  expect(sent).toEqual([{ call: post, body: { text: 'We made it shorter.' } }]);
  expect(screen.queryByLabelText(/^Reply/u)).toBeNull();
});

test('feedback with a reply shows the reply and its author, and no form', async () => {
  open({ [get]: replied });

  expect(await screen.findByText('We made it shorter.')).toBeTruthy();
  expect(screen.getByText('Ada Obi')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Send the reply/u })).toBeNull();
  expect(screen.getByRole('heading', { name: 'The reply' }) === document.activeElement).toBe(false);
});

test('a feedback reply by a deleted account shows only its time', async () => {
  open({ [get]: { ...replied, repliedBy: null, repliedAt: '2026-11-03T08:00:00.000Z' } });

  const text = await screen.findByText('We made it shorter.');
  expect(text.nextElementSibling?.textContent).toMatch(/^2026-11-03/u);
});

test.each([
  [404, 'There is no feedback at this address.', 'This feedback was not found'],
  [503, 'This could not be loaded.', 'Feedback'],
])('a feedback page whose request gets %i shows "%s" below its heading', async (status, words, title) => {
  open({ [get]: refusal(status, 'No answer.') });

  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
});
