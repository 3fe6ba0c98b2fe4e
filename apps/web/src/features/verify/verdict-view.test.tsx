// @vitest-environment happy-dom
import type { LogState } from '@baraza/contract';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderAtPortal } from '../../lib/testing/render.tsx';
import type { Contradiction, Verdict } from './check-receipt.ts';
import { VerdictView } from './verdict-view.tsx';

afterEach(cleanup);

const key = { verifierKey: 'portal.example/log+5c1a9e04+key', since: '2025-02-01T00:00:00.000Z', statement: null };
const university = { name: 'University', at: new Date('2026-05-04T10:00:00Z') };
const facts = {
  origin: 'portal.example/log',
  index: 48_213,
  size: 50_000,
  entry: 'AA==',
  key,
  before: new Date('2026-05-04T10:00:00Z'),
  witnesses: [university],
};
const trusted: LogState = {
  keys: [key],
  timeKeys: [],
  alteredAt: null,
  witnesses: [
    { name: 'University', verifierKey: 'key', address: 'https://uni.example/w', agreedAt: null, standing: 'agrees' },
  ],
};
const show = (verdict: Verdict, given = trusted) =>
  renderAtPortal(<VerdictView verdict={verdict} receipt="" trusted={given} onAgain={() => undefined} />);
const points = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

test('a genuine receipt lists each check, with the year of the key and the names of witnesses', () => {
  show({ facts, log: { size: 60_000, witnesses: [university] }, isUnwitnessed: false });

  expect(screen.getByRole('heading', { name: 'Genuine' })).toBeTruthy();
  expect(screen.getByRole('status').textContent).toMatch(
    /It is still in the log, unchanged\. 1 witness has seen it\.$/u,
  );
  expect(points().slice(0, 3)).toEqual([
    'Signed by this portalWith the key of 2025',
    'Still in the log, unchangedEntry 48,213 of 50,000',
    expect.stringMatching(/^Seen by 1 witnessUniversity, 2026-05-04/u),
  ]);
  expect(screen.queryByRole('button', { name: 'Save the evidence' })).toBeNull();
});

test('today’s log without a witness’s signature causes a warning and offers the evidence', () => {
  show({ facts, log: { size: 60_000, witnesses: [] }, isUnwitnessed: true });

  expect(screen.getByRole('status').textContent).toContain('others may be shown a different one');
  expect(points()[2]).toBe('No witness signed today’s logIt should be signed by University.');
  expect(screen.getByRole('button', { name: 'Save the evidence' })).toBeTruthy();
});

test('without a connection a receipt shows the witnesses it carries, as not checked', () => {
  show({ facts, log: null, isUnwitnessed: false });

  expect(screen.getByRole('heading', { name: 'Genuine as far as this device can tell' })).toBeTruthy();
  expect(points()[2]).toBe('Witnesses: not checkedThe receipt carries the signatures of University.');
});

test.each<[Contradiction, string]>([
  ['unsigned', 'No key of this portal signed today’s log.'],
  ['shorter', 'Today’s log has fewer entries than the receipt says.'],
  ['forked', 'Today’s log does not continue the log of the receipt.'],
  ['entry', 'Place 48,213 holds another entry.'],
])('a refused receipt shows which check failed (%s), and links to a witness', (failed, detail) => {
  show({ fault: 'rewritten', facts, failed, log: { size: 60_000, witnesses: [university] }, note: '' });

  expect(screen.getByRole('alert').textContent).toContain('Not accepted');
  expect(points()[1]).toBe(`Not in the log as the receipt says${detail}`);
  expect(screen.getByRole('link', { name: 'University' }).getAttribute('href')).toBe('https://uni.example');
});
