// @vitest-environment happy-dom
import type { AuditEntry } from '@baraza/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderAtDesk } from '../../lib/testing/render.tsx';
import { AuditTable } from './audit-table.tsx';

const entry: AuditEntry = {
  id: 'e1',
  at: '2026-11-02T08:00:00.000Z',
  action: 'complaint.viewed',
  outcome: 'done',
  actor: { id: 'a1', name: 'Ada Obi', role: 'officer' },
  mda: { id: 'roads', name: 'Roads' },
  object: { kind: 'complaint', id: 'c1', label: 'SDP-26-7F3K92' },
  network: null,
  detail: null,
  requestId: null,
};

/** Returns the texts of the only row, cell by cell. */
function cellsOf(changes: Partial<AuditEntry>) {
  renderAtDesk(<AuditTable entries={[{ ...entry, ...changes }]} />);
  return [...screen.getAllByRole('row')[1]!.children].map(({ textContent }) => textContent);
}

test('person and object of an audit entry link to all entries about them', () => {
  expect(cellsOf({})).toEqual([
    'Viewed a complaint and who filed it',
    'Ada ObiOfficer · Roads',
    'SDP-26-7F3K92',
    expect.stringContaining('2026-11-02'),
    '–',
  ]);
  expect(screen.getByRole('link', { name: 'Ada Obi' }).getAttribute('href')).toMatch(/\/audit\?actor=a1$/u);
  expect(screen.getByRole('link', { name: 'SDP-26-7F3K92' }).getAttribute('href')).toMatch(/\/audit\?object=c1$/u);
});

test('a refused action is marked in the audit trail', () => {
  expect(cellsOf({ outcome: 'refused' })[0]).toBe('Viewed a complaint and who filed itRefused');
});

test.each([
  ['an unknown person', null, 'Unknown person'],
  ['a citizen', { id: 'c', name: null, role: 'citizen' }, 'A citizen'],
  ['a former officer', { id: 'o', name: null, role: 'officer' }, 'A former member of staffOfficer'],
] as const)('an audit entry by %s names its actor', (_, actor, words) => {
  expect(cellsOf({ actor, mda: null })[1]).toBe(words);
});

test.each([
  ['nothing', null, '–', 1],
  ['a list of complaints', { kind: 'complaint-list', id: 'l1', label: null }, 'Complaints', 1],
  ['an object without a name', { kind: 'staff', id: 's1', label: null }, 'Staff', 2],
])('an audit entry about %s names its object', (_, object, words, links) => {
  expect(cellsOf({ object })[2]).toBe(words);
  expect(screen.getAllByRole('link')).toHaveLength(links);
});

test('audit details are shown in words, with the network if it is known', () => {
  expect(cellsOf({ detail: { role: 'supervisor', disabled: true }, network: '192.0.2.0/24' })[4]).toBe(
    'Role: SupervisorDisabled: YesFrom 192.0.2.0/24',
  );
});

test('an empty audit trail says so', () => {
  renderAtDesk(<AuditTable entries={[]} />);

  expect(screen.getByText('Nothing was found.')).toBeTruthy();
});
