// @vitest-environment happy-dom
import type { Me } from '@baraza/contract';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { officer, renderAtDesk } from '../lib/testing/render.tsx';
import { NavLinks } from './nav-links.tsx';

test.each<[role: Me['role'], groups: string[], links: string[]]>([
  ['officer', ['My work', 'Whole MDA', 'Texts'], ['Mine', 'Overdue', 'Saved replies']],
  ['supervisor', ['My work', 'Whole MDA', 'Supervision'], ['Mine', 'To approve', 'Our staff', 'Targets']],
  ['oversight', ['All MDAs', 'Oversight'], ['To decide', 'To approve', 'Report', 'Feedback']],
  ['administrator', ['Administration'], ['Staff', 'MDAs', 'Sample data', 'Audit trail']],
])('the navigation of a role shows its groups and links: %s', (role, groups, links) => {
  vi.stubGlobal('fetch', () => new Promise<Response>(() => undefined));
  renderAtDesk(<NavLinks />, { ...officer, role });

  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(groups);
  for (const name of links) expect(screen.getByRole('link', { name })).toBeTruthy();
});

test.each([
  ['/complaint/mine?priority=high&sort=latest', '?priority=high'],
  ['/report?mda=0190a1b2-c3d4-4e5f-8a9b-0c1d2e3f4a5b', ''],
])('a link to a queue keeps the filters of an open queue, and of no other page: %s', (address, kept) => {
  window.history.replaceState(null, '', address);
  vi.stubGlobal('fetch', () => new Promise<Response>(() => undefined));
  renderAtDesk(<NavLinks />);

  expect(screen.getByRole('link', { name: 'Overdue' }).getAttribute('href')).toMatch(
    new RegExp(`/overdue${kept.replace('?', '\\?')}$`, 'u'),
  );
});
