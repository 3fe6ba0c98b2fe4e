// @vitest-environment happy-dom
import type { Burst } from '@baraza/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { officer, renderAtDesk, stubServer } from '../../../lib/testing/render.tsx';
import { BurstBand } from './burst-band.tsx';

const burst: Burst = {
  category: { id: 'c1', name: 'Electricity' },
  area: { id: 'LA-IK', name: 'Ikeja, Lagos' },
  day: '2026-05-04',
  count: 17,
  usual: 1.25,
};

test('a burst says its numbers and leads a supervisor to its complaints', async () => {
  stubServer({ 'GET /api/desk/burst': [burst] });
  renderAtDesk(<BurstBand />, { ...officer, role: 'supervisor' });
  const link = await screen.findByRole('link', { name: 'Electricity, Ikeja, Lagos: 17' });
  expect(link.getAttribute('href')).toContain(
    '/complaint/received?category=c1&area=LA-IK&filed=2026-05-04..2026-05-04',
  );
  expect(link.textContent).toBe('17 complaints today');
  expect(document.body.textContent).toContain('Usual by this hour: 1.3.');
});
