import { useState } from 'react';
import { createFailureToast } from './failure-toast.ts';
import { notify } from './notify.ts';
import { useCountdown } from './use-countdown.ts';

interface Resend {
  readonly sentAt: number;
  readonly resend: () => Promise<void>;
  /** Where to go on: the button itself falls asleep. */
  readonly onSent: () => void;
  readonly doneText: () => string;
  readonly errorText: (error: unknown) => string;
}

/** Read out at these seconds only; the text on the screen counts each one. */
const spoken = new Set([60, 30, 10]);

/** Asks for another code, once a minute. */
export function useResend({ sentAt, resend, onSent, doneText, errorText }: Resend) {
  const left = useCountdown(sentAt);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const [toast] = useState(createFailureToast);
  const onClick = async () => {
    setBusy(true);
    setFailure('');
    toast.clear();
    try {
      await resend();
      notify.success(doneText());
      onSent();
    } catch (error) {
      setFailure(errorText(error));
      toast.tell(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return { left, waiting: left > 0, isSpoken: spoken.has(left), busy, failure, onClick: () => void onClick() };
}
