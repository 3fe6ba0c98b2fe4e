import { useResend } from '@baraza/app/use-resend';
import { Button } from '@baraza/ui/button';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { errorText } from '../../../lib/i18n/texts.ts';

interface ResendCodeProps {
  readonly sentAt: number;
  readonly resend: () => Promise<void>;
  /** Moves the focus on, since the button itself is disabled. */
  readonly onSent: () => void;
}

/** Requests another code, at most once a minute. */
export function ResendCode({ sentAt, resend, onSent }: ResendCodeProps): ReactNode {
  const doneText = () => t`OTP resent 🎉`;
  const { left, waiting, isSpoken, busy, failure, onClick } = useResend({
    sentAt,
    resend,
    onSent,
    doneText,
    errorText,
  });
  return (
    <div className="grid justify-items-start gap-1">
      <Button variant="quiet" disabled={waiting} loading={busy} onClick={onClick} className="-ms-2.5">
        {waiting ? <Trans>Resend OTP in {left}s</Trans> : <Trans>Resend OTP</Trans>}
      </Button>
      {failure && (
        <p role="alert" className="text-md font-semibold text-danger-ink">
          {failure}
        </p>
      )}
      <span role="status" className="sr-only">
        {waiting
          ? isSpoken && t`You can ask for another code in ${left} seconds.`
          : t`You can ask for another code now.`}
      </span>
    </div>
  );
}
