import { message } from '@baraza/contract/core/message';
import { LoadFailure } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { startTransition, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { say } from '../texts.ts';
import { isOnline, useOnReconnect } from '../use-online.ts';

interface PartOptions {
  readonly waiting?: ReactNode;
  /** Says nothing when the part cannot be had, because the screen does without it. */
  readonly quiet?: boolean;
}

/** Makes a part of a screen whose code comes when it is first shown. Where it cannot, it says so in its place. */
export function lazyPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  { waiting = null, quiet = false }: PartOptions = {},
): ComponentType<P> {
  let loaded: ComponentType<P> | undefined;
  return function Part(props: P) {
    const [state, setState] = useState<'waiting' | 'here' | 'failed'>(loaded ? 'here' : 'waiting');
    useEffect(() => {
      if (state !== 'waiting') return;
      let gone = false;
      const fetchIt = async () => {
        const module = await load().catch(() => null);
        if (module) loaded = module.default;
        // In steps, so that a slow phone answers to a tap meanwhile.
        if (!gone) startTransition(() => setState(module ? 'here' : 'failed'));
      };
      void fetchIt();
      return () => {
        gone = true;
      };
    }, [state]);

    useOnReconnect(() => setState((before) => (before === 'failed' ? 'waiting' : before)));

    const Loaded = loaded;
    if (state === 'here' && Loaded) return <Loaded {...props} />;
    if (state === 'waiting' || quiet) return waiting;
    return (
      <LoadFailure
        title={t`This part of the screen could not be loaded.`}
        message={say(isOnline() ? message.unavailable : message.offline)}
        retryText={t`Try again`}
        onRetry={() => setState('waiting')}
      />
    );
  };
}
