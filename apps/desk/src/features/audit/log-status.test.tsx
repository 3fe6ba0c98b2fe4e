// @vitest-environment happy-dom
import type { LogState, LogWitness } from '@baraza/contract/log/log';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { LogNotice } from './log-status.tsx';

afterEach(cleanup);

const at = '2026-05-04T09:00:00Z';
const address = 'https://witness.example';
const witness: LogWitness = { name: 'University', verifierKey: 'key', address, agreedAt: at, standing: 'agrees' };

function show(log: Partial<LogState>): void {
  const state = { keys: [], timeKeys: [], witnesses: [], alteredAt: null, ...log };
  render(
    <I18nProvider i18n={i18n}>
      <LogNotice log={state} />
    </I18nProvider>,
  );
}

test.each<[string, Partial<LogState>, RegExp[]]>([
  ['a log that was altered', { alteredAt: at }, [/^The log was altered$/u, /^Since 2026-05-04/u]],
  ['a log without witnesses', {}, [/^The log is as it was signed$/u, /name no witness/u]],
  ['when a witness agreed', { witnesses: [witness] }, [/^University$/u, /^Agreed on 2026-05-04/u]],
  ['a witness that refuses', { witnesses: [{ ...witness, standing: 'refuses' }] }, [/^Refuses the log of today/u]],
  ['a witness that is silent', { witnesses: [{ ...witness, standing: 'silent' }] }, [/^Silent\. Last agreed/u]],
])('the status says of %s what it is', (_, log, texts) => {
  show(log);

  for (const text of texts) expect(screen.getByText(text)).toBeTruthy();
});
