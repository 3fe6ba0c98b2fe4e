// @vitest-environment happy-dom
import { AskedFields } from '@baraza/app/complaint/asked-fields';
import type { AskedField } from '@baraza/contract';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderAtPortal } from '../../../lib/testing/render.tsx';

const [mda, water, roads] = ['0190a1b2-c3d4-4e5f-8a9b-0c1d2e3f4a5b', 'water', 'roads'];
const field = (id: string, more: Partial<AskedField> = {}): AskedField => {
  return { id, name: `Field ${id}`, category: water, type: 'text', personal: false, options: [], ...more };
};
beforeEach(() => {
  const options = [{ id: 'blue', name: 'Blue', active: true }];
  const fields = [field('a'), field('b', { type: 'list', options }), field('c', { personal: true })];
  vi.stubGlobal('fetch', async () => Response.json(fields));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Form({ category, fields = '', isGuest = false }: { category: string; fields?: string; isGuest?: boolean }) {
  const [typed, setTyped] = useState(fields);
  const form = {
    values: { mda, category, fields: typed },
    errors: { 'fields.a': 'This text is too long.' },
    set: (_name: string, value: string) => setTyped(value),
    clearError: () => undefined,
  };
  return (
    <>
      <AskedFields form={form} isGuest={isGuest} />
      <output>{typed}</output>
    </>
  );
}
const sent = () => screen.getByRole('status').textContent;

test('the fields of a category are asked for in one optional block, and refusals stand beside them', async () => {
  renderAtPortal(<Form category={water} />);

  expect(await screen.findByRole('group', { name: 'More about it' })).toBeDefined();
  fireEvent.change(screen.getByLabelText(/Field a/u), { target: { value: 'A-17' } });
  fireEvent.change(screen.getByLabelText(/Field b/u), { target: { value: 'blue' } });

  expect(JSON.parse(sent())).toEqual({ a: 'A-17', b: 'blue' });
  expect(screen.getByText(/This text is too long\./u)).toBeDefined();
  fireEvent.change(screen.getByLabelText(/Field a/u), { target: { value: '' } });
  expect(JSON.parse(sent())).toEqual({ b: 'blue' });
});

test('guests are asked nothing personal', async () => {
  renderAtPortal(<Form category={water} isGuest />);

  await screen.findByLabelText(/Field a/u);
  expect(screen.queryByLabelText(/Field c/u)).toBeNull();
});

test('a category without fields shows nothing, and what was entered for another one is dropped', async () => {
  const { container } = renderAtPortal(<Form category={roads} fields='{"a":"A-17"}' />);

  await waitFor(() => expect(sent()).toBe(''));
  expect(container.querySelector('fieldset')).toBeNull();
});
