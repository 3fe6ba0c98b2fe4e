import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

/** Explains how personal data are used, readable in half a minute. */
export function TermsNotice(): ReactNode {
  return (
    <div className="grid gap-2 text-sm text-ink-2">
      <p>
        <Trans>By creating an account you agree to the terms and the privacy notice.</Trans>
      </p>
      <details>
        <summary className="min-h-6 font-semibold text-brand">
          <Trans>Terms and privacy notice</Trans>
        </summary>
        <ul className="mt-2 grid list-disc gap-1.5 ps-5">
          <li>
            <Trans>
              The officers of the MDA you complain about read your name, your email, your phone number and what you
              sent. No other MDA does, and nobody else.
            </Trans>
          </li>
          <li>
            <Trans>Locations that your phone stores in photos are removed before anyone sees them.</Trans>
          </li>
          <li>
            <Trans>
              Tell what happened as you saw it. Your account is for you alone; keep its password to yourself.
            </Trans>
          </li>
        </ul>
      </details>
    </div>
  );
}
