// @vitest-environment happy-dom
import type { Complaint } from '@baraza/contract';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderAtPortal } from '../../../lib/testing/render.tsx';
import { SolvedQuestion } from './complaint-actions.tsx';

afterEach(cleanup);

const show = (complaint: Pick<Complaint, 'state' | 'confirmedAt'>) =>
  renderAtPortal(
    <SolvedQuestion complaint={complaint as Complaint} onConfirmed={() => undefined}>
      else
    </SolvedQuestion>,
  );
const question = () => screen.queryByRole('button', { name: /^Yes, solved/u });

test.each([
  ['in_progress', null, false],
  ['resolved', null, true],
  ['resolved', '2026-05-04T10:00:00.000Z', false],
] as const)(
  'in state %s, confirmed at %s, the question whether it is solved is shown: %s',
  (state, confirmedAt, isAsked) => {
    show({ state, confirmedAt });

    expect(question() !== null).toBe(isAsked);
    expect(screen.getByText('else')).toBeTruthy();
  },
);
