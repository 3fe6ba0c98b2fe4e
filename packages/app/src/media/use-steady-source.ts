import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

/** Keeps an attachment's first signed address until it fails, then takes a fresh one, once. A change would reload it. */
export function useSteadySource(current: string) {
  const client = useQueryClient();
  const [src, setSrc] = useState(current);
  const [failed, setFailed] = useState(false);
  const tried = useRef(false);

  useEffect(() => {
    if (tried.current) setSrc(current);
  }, [current]);

  const onError = () => {
    if (tried.current) return setFailed(true);
    tried.current = true;
    if (current === src) void client.invalidateQueries(undefined, { cancelRefetch: false });
    else setSrc(current);
  };
  return { src, failed, onError };
}
