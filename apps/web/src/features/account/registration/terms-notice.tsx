import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

/** Explains how personal data are used, readable in half a minute. */
export function TermsNotice(): ReactNode {
  return (
    <div className="grid gap-2 text-sm text-ink-2">
      <p>{t`By creating an account you agree to the terms and the privacy notice.`}</p>
      <details>
        <summary className="min-h-6 font-semibold text-brand">{t`Terms and privacy notice`}</summary>
        <ul className="mt-2 grid list-disc gap-1.5 ps-5">
          <li>
            <Trans>
              The officers of the MDA you complain about read your name, your email, your phone number and what you
              sent. No other MDA does, and nobody else.
            </Trans>
          </li>
          <li>{t`Locations that your phone stores in photos are removed before anyone sees them.`}</li>
          <li>{t`Tell what happened as you saw it. Your account is for you alone; keep its password to yourself.`}</li>
        </ul>
      </details>
    </div>
  );
}
