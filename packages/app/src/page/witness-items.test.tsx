// @vitest-environment happy-dom
import type { LogWitness } from '@baraza/contract';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderInApp } from '../testing/render.tsx';
import { WitnessItems } from './witness-items.tsx';

afterEach(cleanup);

test.each([
  ['agrees', '2024-05-08T10:42:00Z', /^TownAgreed on .*2024/u],
  ['silent', '2024-05-08T10:42:00Z', /^TownSilent\. Last agreed on .*2024/u],
  ['silent', null, /^TownHas not answered yet\.$/u],
  ['refuses', '2024-05-08T10:42:00Z', /^TownDoes not accept today’s log\. Ask them why\.$/u],
] as const)(
  'a witness with the standing ‘%s’, last agreed at %s, is described in words',
  (standing, agreedAt, words) => {
    renderInApp(<WitnessItems witnesses={[{ verifierKey: 'k', name: 'Town', standing, agreedAt } as LogWitness]} />);

    expect(screen.getByRole('listitem').textContent).toMatch(words);
  },
);
