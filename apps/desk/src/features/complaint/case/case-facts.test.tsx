// @vitest-environment happy-dom
import type { DeskComplaint } from '@baraza/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderAtDesk } from '../../../lib/testing/render.tsx';
import type { Transitions } from '../transition/use-transitions.ts';
import { CaseFacts } from './case-facts.tsx';

const complaint = {
  trackingId: 'SDP-26-C24X4S',
  category: { name: 'Illegal Duty' },
  mda: { name: 'Roads' },
  area: { name: 'Ikeja' },
  location: 'Gate 2',
  point: { lat: -6.52437, lon: 3.37921, accuracy: 25 },
  incidentDate: '2024-05-02',
  submittedDate: '2024-05-06T09:00:00Z',
  identity: 'anonymous',
  assignee: null,
  timers: [],
  custody: [],
  recusedStaff: [],
  priority: 'normal',
  tags: [],
  followUpOn: null,
  merged: [],
  allowed: [],
  citizen: { name: 'Anonymous', identity: null, identityRequests: [], complaintsBefore: 0 },
} as unknown as DeskComplaint;

const show = (shown: DeskComplaint) =>
  renderAtDesk(
    <CaseFacts
      complaint={shown}
      now={new Date('2024-05-08')}
      transitions={{ pending: null, refusal: null } as unknown as Transitions}
      onDialog={() => undefined}
    />,
  );

test('the facts show the place in words, and as coordinates if there are any', () => {
  show(complaint);

  expect(screen.getByText('Gate 2')).toBeTruthy();
  expect(screen.getByText(/-6\.52437, 3\.37921/u)).toBeTruthy();
});
