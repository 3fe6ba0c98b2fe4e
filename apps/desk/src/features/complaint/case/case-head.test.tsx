// @vitest-environment happy-dom
import type { DeskComplaint } from '@baraza/contract';
import { screen } from '@testing-library/react';
import { useRef } from 'react';
import { expect, test } from 'vitest';
import { officer, renderAtDesk } from '../../../lib/testing/render.tsx';
import type { Transitions } from '../transition/use-transitions.ts';
import { CaseHead } from './case-head.tsx';

const complaint = {
  title: 'A gate that takes money',
  trackingId: 'SDP-26-C24X4S',
  status: 'Processing',
  state: 'in_progress',
  cycle: 1,
  submittedDate: '2024-05-06T09:00:00Z',
  category: { name: 'Illegal Duty' },
  area: { name: 'Ikeja' },
  location: 'Gate 2',
  incidentDate: '2024-05-02',
  dueAt: '2024-05-20T00:00:00Z',
  timers: [],
  history: [],
  merged: [],
  citizen: { identity: null },
  allowed: ['assign'],
  assignee: null,
} as unknown as DeskComplaint;

function Head({ shown }: { shown: DeskComplaint }) {
  const nothing = () => undefined;
  return (
    <CaseHead
      complaint={shown}
      now={new Date('2024-05-08')}
      headingRef={useRef(null)}
      transitions={{ pending: null, refusal: null } as unknown as Transitions}
      onStart={nothing}
      onWrite={nothing}
      onDialog={nothing}
      onFacts={nothing}
      onClose={nothing}
    />
  );
}

test('the head of a complaint shows category, place, incident date and due date', () => {
  renderAtDesk(<Head shown={complaint} />);

  for (const fact of ['Illegal Duty', 'Ikeja, Gate 2', '2024-05-02', '2024-05-20'])
    expect(screen.getByText(fact)).toBeTruthy();
});

test.each([
  ['the complaint is unassigned', null, 'Assign'],
  ['the complaint is assigned to the reader', { id: officer.id, name: 'Ada Obi' }, 'Assigned to you'],
  ['the complaint is assigned to a colleague', { id: 'efua', name: 'Efua Boateng' }, 'Assigned to Efua Boateng'],
])('the assign button says that %s', (_, assignee, word) => {
  renderAtDesk(<Head shown={{ ...complaint, assignee } as DeskComplaint} />);

  expect(screen.getByRole('button', { name: word })).toBeTruthy();
});
