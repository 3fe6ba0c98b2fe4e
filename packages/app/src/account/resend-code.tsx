import { limit } from '@baraza/contract';
import { Button } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { createFailureToast, notify } from '../page/notify.ts';
import { errorText } from '../language/texts.ts';

/** Returns the whole seconds until another code can be requested; counts from when the last one was sent. */
export function secondsLeft(sentAt: number, now: number): number {
  const left = Math.ceil((sentAt + limit.otpResendSeconds * 1000 - now) / 1000);
  return Math.min(Math.max(left, 0), limit.otpResendSeconds);
}

function useCountdown(sentAt: number): number {
  const [left, setLeft] = useState(() => secondsLeft(sentAt, Date.now()));
  useEffect(() => {
    const tick = () => setLeft(secondsLeft(sentAt, Date.now()));
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [sentAt]);
  return left;
}

/** Seconds at which the wait is read out; the text on the screen counts each one. */
const spoken = new Set([60, 30, 10]);

interface ResendCodeProps {
  readonly sentAt: number;
  readonly resend: () => Promise<void>;
  /** Moves the focus on, since the button itself is disabled. */
  readonly onSent: () => void;
}

/** Requests another code, at most once a minute. */
export function ResendCode({ sentAt, resend, onSent }: ResendCodeProps) {
  const left = useCountdown(sentAt);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const [toast] = useState(createFailureToast);
  const isWaiting = left > 0;
  const onClick = async () => {
    setBusy(true);
    setFailure('');
    toast.clear();
    try {
      await resend();
      notify.success(t`OTP resent 🎉`);
      onSent();
    } catch (error) {
      setFailure(errorText(error));
      toast.show(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="grid justify-items-start gap-1">
      <Button variant="quiet" disabled={isWaiting} loading={busy} onClick={() => void onClick()} className="-ms-2.5">
        {isWaiting ? t`Resend OTP in ${left}s` : t`Resend OTP`}
      </Button>
      {failure && (
        <p role="alert" className="text-md font-semibold text-danger-ink">
          {failure}
        </p>
      )}
      <span role="status" className="sr-only">
        {isWaiting
          ? spoken.has(left) && t`You can ask for another code in ${left} seconds.`
          : t`You can ask for another code now.`}
      </span>
    </div>
  );
}
