import { buttonClass } from '@baraza/ui/button';
import { Notice } from '@baraza/ui/notice';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { paths } from '../../../lib/router/paths.ts';
import { rememberReturn } from '@baraza/app/return-to';
import { Link } from '@baraza/app/router/router';
import { holdEmail } from '@baraza/app/pending-email';

/** A new address counts only when its code has been entered. */
export function NewEmailNotice({ email, pending }: { email: string; pending: string }): ReactNode {
  const toCode = () => {
    holdEmail('verify', pending, true);
    rememberReturn(paths.profile);
  };
  return (
    <Notice
      tone="warning"
      actions={
        <Link to={paths.verifyEmail} onClick={toCode} className={buttonClass({ size: 's', className: 'min-h-11' })}>
          <Trans>Enter the code</Trans>
        </Link>
      }
    >
      <Trans>
        We sent a code to <strong className="wrap-anywhere">{pending}</strong>. Until you enter it,{' '}
        <strong className="wrap-anywhere">{email}</strong> stays your email.
      </Trans>
    </Notice>
  );
}
