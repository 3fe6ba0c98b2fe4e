import { Component, type ReactNode, useEffect } from 'react';
import { Button, buttonClass, RingMark } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { isDesk } from '../this-app.ts';
import { lazyPart } from './lazy-part.tsx';

const CopyError = lazyPart(() => import('./copy-error.tsx'), { quiet: true });

/** Catches errors that no screen caught, so that nobody sees an empty page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: null as unknown };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    return (
      <CrashScreen message={this.state.error instanceof Error ? this.state.error.message : String(this.state.error)} />
    );
  }
}

/** Shown after a crash. Its link is plain: the router itself may be what failed. */
function CrashScreen({ message }: { message: string }) {
  useEffect(() => {
    document.title = t`Unexpected Application Error!`;
  }, []);
  return (
    <main className="mx-auto grid min-h-[80dvh] max-w-144 content-center justify-items-center gap-5 px-4 py-10 text-center">
      <RingMark className="size-18 text-ink-3" />
      <h1 tabIndex={-1}>{t`Unexpected Application Error!`}</h1>
      <p role="alert" className="text-lead text-ink-2">{t`Something broke on our side`}</p>
      <p>{t`What you wrote is kept on this device.`}</p>
      <div className="button-row justify-center">
        <Button variant="primary" icon="retry" onClick={() => location.reload()}>
          {t`Try again`}
        </Button>
        <a href={isDesk ? '/desk/' : '/app'} className={buttonClass()}>
          {isDesk ? t`Go to the desk` : t`Go to complaints`}
        </a>
      </div>
      <CopyError message={message} />
    </main>
  );
}
