import { useEffect, useRef, useState } from 'react';

interface SteadySource {
  readonly src: string;
  /** The file cannot be shown, also not under a fresh address. */
  readonly failed: boolean;
  readonly onError: () => void;
}

/**
 * The address of an attachment is signed for a few minutes, and each answer of the server carries a new one. A
 * picture that stands, or a video that runs, keeps the one it began with; only when that one fails is a fresh one
 * asked for, once.
 */
export function useSteadySource(current: string, refresh: () => void): SteadySource {
  const [src, setSrc] = useState(current);
  const [failed, setFailed] = useState(false);
  const tried = useRef(false);

  useEffect(() => {
    if (tried.current) setSrc(current);
  }, [current]);

  const onError = () => {
    if (tried.current) return setFailed(true);
    tried.current = true;
    if (current === src) refresh();
    else setSrc(current);
  };
  return { src, failed, onError };
}
