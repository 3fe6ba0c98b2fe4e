// @vitest-environment happy-dom
import type { PortalSettings } from '@baraza/contract';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderAtPortal } from '../../../lib/testing/render.tsx';
import { IdentityChoice } from './identity-choice.tsx';

let translation: PortalSettings['translation'];
vi.mock('@baraza/app', async (original) => ({
  ...(await original<typeof import('@baraza/app')>()),
  usePortal: () => ({ translation }),
}));

afterEach(cleanup);

/** Returns the texts about who reads the words, in the order named, confidential, anonymous. */
function readersOfWords(): string[] {
  renderAtPortal(<IdentityChoice chosen={null} onChoose={() => undefined} labelledBy="x" />);
  return screen
    .getAllByText('Your words, photos and voice')
    .map((label) => label.nextElementSibling?.textContent ?? '');
}

test.each([
  ['none', [false, false, false]],
  ['not-anonymous', [true, true, false]],
  ['all', [true, true, true]],
] as const)(
  'each level of identity says whether the translation service gets the words: it translates %s',
  (of, expected) => {
    translation = of;
    expect(readersOfWords().map((text) => text.includes('A translation service may receive them too'))).toEqual(
      expected,
    );
  },
);

test('each level of identity names the offices that read the words, also after a transfer', () => {
  translation = 'none';
  for (const text of readersOfWords())
    expect(text).toContain('or of an MDA it passes the complaint to, and the oversight office');
});
