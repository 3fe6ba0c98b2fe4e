import { limit } from '@baraza/contract/core/common';
import { useEffect, useState } from 'react';

/** Whole seconds until another code may be asked for; counts from when the last one was sent. */
export function secondsLeft(sentAt: number, now: number): number {
  const left = Math.ceil((sentAt + limit.otpResendSeconds * 1000 - now) / 1000);
  return Math.min(Math.max(left, 0), limit.otpResendSeconds);
}

export function useCountdown(sentAt: number): number {
  const [left, setLeft] = useState(() => secondsLeft(sentAt, Date.now()));
  useEffect(() => {
    const tick = () => setLeft(secondsLeft(sentAt, Date.now()));
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [sentAt]);
  return left;
}
