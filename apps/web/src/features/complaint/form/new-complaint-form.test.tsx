// @vitest-environment happy-dom
import { endpointQuery, startSession } from '@baraza/app';
import { listComplaintCategories, listMdas } from '@baraza/contract';
import { QueryClient } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Draft } from '../../../lib/draft/draft-store.ts';
import { renderAtPortal } from '../../../lib/testing/render.tsx';
import { dayBefore } from './complaint-checks.ts';
import { blankComplaint } from './complaint-values.ts';
import { NewComplaintForm } from './new-complaint-page.tsx';

vi.mock('idb-keyval', async () => (await import('../../../lib/testing/device.ts')).device());

// Forms load this module when they are sent; load it beforehand.
beforeAll(() => import('../../../lib/outbox/send.ts').then(() => undefined));

const id = '0190a1b2-c3d4-4e5f-8a9b-0c1d2e3f4a5b';
const recording = { blob: new Blob(['RIFF'], { type: 'audio/wav' }), seconds: 62 };
const sent: FormData[] = [];

/** Renders a form that lacks only title and description, and records its requests. */
function renderForm(recorded: Pick<Draft, 'recording'>, about: Partial<Draft['values']> = {}): void {
  sent.length = 0;
  startSession('token');
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    if (url === '/api/upload') return Response.json({ id: 'upload-1' }, { status: 201 });
    if (method === 'PATCH')
      return new Response(null, { status: 204, headers: { 'upload-offset': String(recording.blob.size) } });
    if (url !== '/api/complaint' || method !== 'POST') return new Promise<Response>(() => undefined);
    sent.push(body as FormData);
    // An answer, so that the outbox can send that of the next test.
    return Response.json({ code: 'VALIDATION', message: 'No', fields: {} }, { status: 400 });
  });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(endpointQuery(listMdas).queryKey, [
    { id, name: 'Water Works', logo: null, committee: [], isJurisdictionAllowed: 0, identityAccess: 'assigned' },
  ]);
  client.setQueryData(endpointQuery(listComplaintCategories).queryKey, [{ id, name: 'Poor Service' }]);
  const incidentDate = new Date().toISOString().slice(0, 10);
  const values = { ...blankComplaint, mda: id, category: id, location: 'Hill Road 4', incidentDate, ...about };
  const draft: Draft = {
    version: 1,
    savedAt: '2024-05-08T10:42:00Z',
    values,
    files: [],
    submissionKey: null,
    ...recorded,
  };
  renderAtPortal(<NewComplaintForm accountId="a" draft={draft} />, client);
}

const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Submit Complaint' }));
const title = () => screen.getByLabelText<HTMLInputElement>(/^Subject\/Title/u);

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a complaint with a recording and no text is sent', async () => {
  renderForm({ recording });
  expect(title().required).toBe(false);
  for (const label of ['Subject/Title', 'Details/Description'])
    expect(screen.getByText(label).textContent).toMatch(/\(optional\)$/u);

  submit();

  await waitFor(() => expect(sent).toHaveLength(1));
  expect([sent[0]?.get('title'), sent[0]?.get('description')]).toEqual(['', '']);
  expect(sent[0]?.getAll('uploads')).toEqual(['upload-1']);
  expect(title().getAttribute('aria-invalid')).toBeNull();
});

test('a complaint without a recording requires title and description', async () => {
  renderForm({ recording: null });

  submit();

  expect(await screen.findAllByText('This field is required.')).toHaveLength(2);
  expect(title().getAttribute('aria-invalid')).toBe('true');
  expect(sent).toEqual([]);
});

test('clearing the recording of a complaint makes its title required again', async () => {
  renderForm({ recording });

  fireEvent.click(await screen.findByRole('button', { name: 'Clear' }));

  await waitFor(() => expect(title().required).toBe(true));
});

test('one press says that it happened yesterday, or today', async () => {
  renderForm({ recording }, { incidentDate: '' });
  const day = await screen.findByLabelText<HTMLInputElement>(/^When did it happen/u);
  const button = (name: string) => screen.getByRole('button', { name });
  submit();
  await waitFor(() => expect(day.getAttribute('aria-invalid')).toBe('true'));

  fireEvent.click(button('Yesterday'));

  expect(day.value).toBe(dayBefore(day.max));
  expect(day.getAttribute('aria-invalid')).toBeNull();
  expect(button('Yesterday').getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(button('Today'));
  expect(day.value).toBe(day.max);
  submit();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sentOf('incidentDate')).toBe(day.max);
});

const sentOf = (name: string) => sent[0]?.get(name) ?? null;

test('a complaint is named by default, and the form says who sees the name', async () => {
  renderForm({ recording });
  fireEvent.click(await screen.findByRole('button', { name: 'Change' }));
  const named = await screen.findByRole('radio', { name: /^Named/u });
  expect(document.activeElement).toBe(named);
  expect(screen.getByText('Your name, phone and email')).toBeTruthy();
  expect(screen.getByText(/^Only the officer who handles it and their supervisors, while it is open\./u)).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: /^Confidential/u }));
  expect(screen.queryByLabelText('You may call me about this')).toBeNull();

  submit();

  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sentOf('identity')).toBe('confidential');
});

test('starting a complaint again clears the number to call', async () => {
  renderForm({ recording }, { callPhone: '0803 555 0177' });
  const phone = await screen.findByLabelText(/^Phone/u);
  fireEvent.focus(phone);
  fireEvent.change(phone, { target: { value: '' } });
  expect(screen.getByLabelText<HTMLInputElement>('You may call me about this').checked).toBe(true);
  fireEvent.change(phone, { target: { value: '0803 555 0178' } });
  fireEvent.blur(phone);

  fireEvent.click(screen.getByRole('button', { name: 'Start again' }));
  fireEvent.click(await screen.findByRole('button', { name: /^Discard/u }));

  expect(screen.getByLabelText<HTMLInputElement>('You may call me about this').checked).toBe(false);
  expect(screen.queryByLabelText(/^Phone/u)).toBeNull();
});

test('the number to call is sent with a named complaint, not with a confidential one', async () => {
  renderForm({ recording });
  fireEvent.click(await screen.findByLabelText('You may call me about this'));
  fireEvent.change(screen.getByLabelText(/^Phone/u), { target: { value: '0803 555 0177' } });
  submit();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect([sentOf('identity'), sentOf('callPhone')]).toEqual([null, '0803 555 0177']);
  cleanup();

  renderForm({ recording }, { identity: 'confidential', callPhone: '0803 555 0177' });
  await screen.findByRole('radio', { name: /^Confidential/u, checked: true });
  submit();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect([sentOf('identity'), sentOf('callPhone')]).toEqual(['confidential', null]);
});

test('a citizen can check all answers and send them from that dialog', async () => {
  renderForm({ recording }, { title: 'No water', identity: 'confidential' });

  fireEvent.click(await screen.findByRole('button', { name: 'Check your answers' }));

  const dialog = screen.getByRole('dialog', { name: 'Check your answers', hidden: true });
  for (const answer of ['Water Works', 'Poor Service', 'No water', 'Hill Road 4', 'Confidential'])
    expect(dialog.textContent).toContain(answer);
  expect(sent).toEqual([]);
  fireEvent.click(within(dialog).getByText('Submit Complaint'));

  await waitFor(() => expect(sent).toHaveLength(1));
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull();
});

test('‘Change’ in the dialog with all answers closes it and goes to the field', async () => {
  renderForm({ recording });
  await screen.findByText('Who sees your name?');
  const location = await screen.findByLabelText(/^Where did this happen/u);
  fireEvent.click(await screen.findByRole('button', { name: 'Check your answers' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Change Where and when?', hidden: true }));

  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull();
  expect(document.activeElement).toBe(location);
});

/** Renders the form as on a phone. */
function renderOnPhone(...about: Parameters<typeof renderForm>): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === '(width < 48rem)',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  renderForm(...about);
}
const part = (name: RegExp) => screen.getByText(name, { selector: 'legend, legend *' }).closest('fieldset')!;
const change = (name: RegExp) => within(part(name)).getByRole('button', { name: 'Change', expanded: false });
const goOn = async () => {
  fireEvent.click(
    within(document.querySelector<HTMLElement>('.submit-bar')!).getByRole('button', { name: 'Continue' }),
  );
  await act(() => vi.dynamicImportSettled());
};
const isShown = (field: HTMLElement) => field.closest('[hidden]') === null;

test('on a phone one part of a complaint is open, and finished parts are a line that opens them', async () => {
  renderOnPhone({ recording });
  await screen.findByText('Say it in any language. A recording alone is enough.');
  const mda = await screen.findByLabelText(/^MDA/u);
  await screen.findByLabelText(/^Where did this happen/u);
  await screen.findByText('Who sees your name?');
  expect([isShown(title()), isShown(mda)]).toEqual([true, false]);

  await goOn();
  expect([isShown(title()), isShown(mda)]).toEqual([false, true]);
  expect(document.activeElement?.textContent).toContain('Who is it about?');
  expect(part(/^What happened/u).textContent).toContain('Spoken statement');
  await goOn();
  expect(screen.queryByText('Submit Complaint')).toBeNull();
  await goOn();
  expect(screen.getByRole('heading', { name: 'Check your answers' })).toBeTruthy();
  expect(part(/^Who is it about/u).textContent).toContain('Water Works · Poor Service');

  fireEvent.click(change(/^What happened/u));
  expect(isShown(title())).toBe(true);
  expect(document.activeElement?.textContent).toContain('What happened?');
  await goOn();
  submit();
  await waitFor(() => expect(sent).toHaveLength(1));
});

test('on a phone a part with an error stays open, and names its own fields alone', async () => {
  renderOnPhone({ recording: null }, { mda: '' });

  await goOn();

  expect(await screen.findAllByText('This field is required.')).toHaveLength(2);
  expect(isShown(title())).toBe(true);
  expect(within(screen.getByRole('alert')).getAllByRole('link')).toHaveLength(2);
});

test('a link of the error summary opens the folded part with the field', async () => {
  renderOnPhone({ recording: null }, { title: 'No water', description: '<p>For a week.</p>', location: '' });
  await screen.findByText('Who sees your name?');
  await goOn();
  await goOn();
  await goOn();
  const link = await screen.findByRole('link', { name: /^Where did this happen/u });
  fireEvent.click(change(/^What happened/u));
  const location = screen.getByLabelText(/^Where did this happen/u);
  expect(isShown(location)).toBe(false);

  fireEvent.click(link);

  expect(isShown(location)).toBe(true);
  expect(document.activeElement).toBe(location);
});

test('on a phone known issues stand in the open part, after the MDA they belong to', async () => {
  renderOnPhone({ recording }, { title: 'No water' });
  await screen.findByText('Who sees your name?');
  await goOn();

  expect(part(/^What happened/u).querySelector('div[tabindex="-1"] > [role=status]')).toBeNull();
  await waitFor(() =>
    expect(part(/^Who is it about/u).querySelector('div[tabindex="-1"] > [role=status]')).not.toBeNull(),
  );
});
