// @vitest-environment happy-dom
import type { LogWitness } from '@baraza/contract';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderAtPortal } from '../../lib/testing/render.tsx';
import { WitnessList } from './witness-list.tsx';

afterEach(cleanup);

const time = '2026-05-04T09:00:00Z';

test.each<[LogWitness['standing'], string | null, RegExp]>([
  ['agrees', time, /^Agreed on 2026-05-04/u],
  ['silent', time, /^Silent\. Last agreed on 2026-05-04/u],
  ['silent', null, /^Has not answered yet/u],
  ['refuses', time, /^Does not accept today’s log/u],
])('a witness with the standing ‘%s’ and last agreement %s is described in words', (standing, agreedAt, said) => {
  renderAtPortal(
    <WitnessList
      witnesses={[{ name: 'University', verifierKey: 'key', address: 'https://witness.example', agreedAt, standing }]}
    />,
  );

  expect(screen.getByText(said)).toBeTruthy();
});
