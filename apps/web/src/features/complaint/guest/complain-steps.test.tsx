// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderAtPortal } from '../../../lib/testing/render.tsx';
import { blankComplaint } from '../form/complaint-values.ts';
import type { ComplaintForm } from '../form/use-complaint-form.ts';
import { CheckStep, type Identity, IdentityStep } from './complain-steps.tsx';

const contact = { contactName: '', contactPhone: '' };
const [onBack, onForm, onNext, onSubmit, flush] = [
  vi.fn<() => void>(),
  vi.fn<() => void>(),
  vi.fn<() => void>(),
  vi.fn<() => void>(),
  vi.fn<() => void>(),
];

function complaint(pending = false) {
  const form = { values: blankComplaint, pending, problem: null, onSubmit };
  const rest = { jurisdictions: { options: [] }, media: { count: 0 }, recording: null, keeper: { flush } };
  return { form, ...rest } as unknown as ComplaintForm;
}

/** Shows the step and returns what its parent keeps. */
function showIdentity(first: Identity) {
  const kept = { current: first };
  function Parent() {
    const [identity, setIdentity] = useState(first);
    kept.current = identity;
    return <IdentityStep {...{ complaint: complaint(), identity, onBack, onNext }} onIdentity={setIdentity} />;
  }
  renderAtPortal(<Parent />);
  return kept;
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

test('a guest who chose no identity level stays on the step and is asked to choose one', () => {
  showIdentity({ level: null, contact });
  expect(screen.queryByRole('alert')).toBeNull();
  press('Check your answers');
  expect(screen.getByRole('alert').textContent).toBe('Choose one of the three.');
  expect(onNext).not.toHaveBeenCalled();

  fireEvent.click(screen.getAllByRole('radio')[0]!);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('an anonymous guest is not asked for contact data', () => {
  showIdentity({ level: 'anonymous', contact });
  expect(screen.queryByLabelText(/^Your name/u)).toBeNull();
  press('Check your answers');
  expect(onNext).toHaveBeenCalledOnce();
});

test('a confidential guest’s name and number stay when going back and forth', async () => {
  const kept = showIdentity({ level: 'confidential', contact });
  type(/^Your name/u, 'Ada');
  press('Back');
  expect(onBack).toHaveBeenCalledOnce();
  expect(kept.current.contact).toEqual({ contactName: 'Ada', contactPhone: '' });

  type(/^Your phone number/u, '+234 803 123 4567');
  press('Check your answers');
  await waitFor(() => expect(onNext).toHaveBeenCalledOnce());
  expect(kept.current).toEqual({
    level: 'confidential',
    contact: { contactName: 'Ada', contactPhone: '+234 803 123 4567' },
  });
});

test('a guest with an invalid phone number sees an error and stays on the step', async () => {
  showIdentity({ level: 'confidential', contact: { contactName: 'Ada', contactPhone: '12' } });
  press('Check your answers');
  expect(await screen.findByRole('alert', { name: 'There is a problem' })).toBeTruthy();
  expect(onNext).not.toHaveBeenCalled();
});

test('a guest who logs in stays on the step until the draft is saved', () => {
  // Saving the draft takes as long as the database needs: here it never ends.
  vi.stubGlobal('indexedDB', { open: () => ({}) });
  showIdentity({ level: 'named', contact });
  press('Log in and continue');
  expect(flush).toHaveBeenCalledOnce();
  expect(onNext).not.toHaveBeenCalled();
});

test.each([
  ['anonymous', 'Anonymous', false],
  ['confidential', 'Confidential', true],
] as const)('a guest’s check of an %s complaint shows only the identity data that it sends', (level, word, hasName) => {
  const identity = { level, contact: { contactName: 'Ada', contactPhone: '' } };
  renderAtPortal(<CheckStep complaint={complaint()} identity={identity} onBack={onBack} onForm={onForm} />);
  const shown = screen.getAllByRole('definition').map(({ textContent }) => textContent);
  expect([shown.includes(word), shown.includes('Ada')]).toEqual([true, hasName]);
  press(/^Submit Complaint/u);
  expect(onSubmit).toHaveBeenCalledOnce();
});

test('no button of a guest’s last step works while the complaint is being sent', () => {
  renderAtPortal(
    <CheckStep
      complaint={complaint(true)}
      identity={{ level: 'anonymous', contact }}
      onBack={onBack}
      onForm={onForm}
    />,
  );
  for (const button of screen.getAllByRole('button')) fireEvent.click(button);
  expect([onBack, onSubmit].map((it) => it.mock.calls.length)).toEqual([0, 0]);
});
