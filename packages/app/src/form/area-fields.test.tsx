// @vitest-environment happy-dom
import { listAreas } from '@baraza/contract';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { endpointQuery } from '../api/client.ts';
import { AreaFields, areaName } from './area-fields.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const areas = [
  { code: 'K', name: 'Kano', parent: null },
  { code: 'L', name: 'Lagos', parent: null },
  { code: 'L-1', name: 'Ikeja', parent: 'L' },
];

function Chosen(): ReactNode {
  const [code, setCode] = useState('');
  return (
    <>
      <AreaFields id="area" value={code} onChange={setCode} placeholder="Choose one" />
      <output>{code}</output>
    </>
  );
}

function renderWith(list?: typeof areas): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  if (list) client.setQueryData(endpointQuery(listAreas).queryKey, list);
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <Chosen />
      </QueryClientProvider>
    </I18nProvider>,
  );
}

const choose = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const code = () => screen.getByRole('status').textContent;

test('an area is chosen level by level, and the choice can be cleared', () => {
  renderWith(areas);
  choose('Area', 'K');
  expect(screen.getAllByRole('combobox')).toHaveLength(1);
  choose('Area', 'L');
  expect(code()).toBe('L');
  choose('Area in Lagos', 'L-1');
  expect(code()).toBe('L-1');
  choose('Area in Lagos', '');
  expect(code()).toBe('L');
  choose('Area', '');
  expect(code()).toBe('');
});

test('an installation without areas shows no area field', () => {
  renderWith([]);
  expect(screen.queryByRole('combobox')).toBeNull();
});

test('a list of areas that fails to load shows an error with a retry', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ message: 'x', code: 'INTERNAL' }, { status: 500 }));
  renderWith();
  expect(await screen.findByText('The areas could not be loaded.')).toBeTruthy();
});

test('an area is named with the areas that contain it', () => {
  expect(areaName(areas, 'L-1')).toBe('Ikeja, Lagos');
  expect(areaName(areas, 'X')).toBe('');
});
