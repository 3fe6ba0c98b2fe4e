import { useEffect, useRef, useState } from 'react';

interface SteadySource {
  readonly src: string;
  /** The file cannot be shown, also not under a fresh address. */
  readonly failed: boolean;
  readonly onError: () => void;
}

/**
 * Keeps an attachment's first signed address until it fails. Then it asks once for a fresh one. Each answer of the server carries
 * a new address; changing it would reload a picture or stop a video.
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
