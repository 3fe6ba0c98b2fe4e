// @vitest-environment happy-dom
import type { DeskComplaint } from '@baraza/contract';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderAtDesk, inTurn, stubServer } from '../../../lib/testing/render.tsx';
import { RelatedComplaints } from './related-complaints.tsx';

const complaint = {
  id: 'c1',
  parent: null,
  merged: [],
  knownIssue: null,
  citizen: { complaintsBefore: 2 },
} as unknown as DeskComplaint;
const link = {
  id: 'c2',
  title: 'The same pump',
  status: 'Pending',
  trackingId: 'SDP-26-7F3K92',
  submittedDate: '2026-05-04T09:00:00Z',
};

/** Unfolds a list by its title, as a click does. */
function unfold(title: string | RegExp): void {
  const fold = screen.getByText(title).closest('details')!;
  fold.open = true;
  fireEvent(fold, new Event('toggle'));
}

test('similar complaints are loaded once their list is unfolded', async () => {
  const { calls: sent } = stubServer({ '*': [link] });
  renderAtDesk(<RelatedComplaints complaint={complaint} />);
  expect(sent).toEqual([]);

  unfold('Similar complaints');

  expect((await screen.findByText('The same pump')).closest('a')?.getAttribute('href')).toContain('c2');
  expect(sent.map(({ url }) => url)).toEqual(['/api/desk/complaint/c1/similar']);
});

test('the list of similar complaints says when it is empty or failed to load', async () => {
  stubServer({ '*': inTurn([], Response.json({ message: 'Not so.', code: 'VALIDATION' }, { status: 400 })) });
  renderAtDesk(<RelatedComplaints complaint={complaint} />);

  unfold('Similar complaints');
  expect(await screen.findByText('None were found.')).toBeDefined();

  unfold(/^Earlier complaints of the citizen/u);
  expect(await screen.findByText('They could not be loaded.')).toBeDefined();
});
