import { currentToasts, subscribeToToasts, type ToastItem } from '@baraza/ui/lib/toast-store';
import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, Suspense, useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { afterTouch } from '../browser/after-start.ts';
import { queryClient } from '../api/query.ts';
import { LocalNames } from '../language/local-names.ts';
import { RouteFocus, AppRouter } from '../router/router.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Loading, lazyPart } from './lazy-part.tsx';

const loadToaster = async () => ({ default: (await import('@baraza/ui/toaster')).Toaster });
/** Its code may fail to load offline; the page shows the same texts as the toasts. */
const Toaster = lazyPart(loadToaster, { quiet: true });
const none: ToastItem[] = [];

/** Shows toasts. Their code is fetched at the first touch: the first one may report a lost connection. */
function Toasts() {
  const any = useSyncExternalStore(subscribeToToasts, currentToasts, () => none).length > 0;
  useEffect(() => afterTouch(() => void loadToaster().catch(() => undefined)), []);
  if (!any) return null;
  return <Toaster label={t`Messages (Alt+T)`} closeLabel={t`Close this message`} />;
}

/** Renders an app around its routes; `ssrPath` is the address when there is no browser. */
export function AppRoot({ ssrPath, children }: { ssrPath?: string; children: ReactNode }) {
  return (
    <StrictMode>
      <AppRouter ssrPath={ssrPath}>
        <I18nProvider i18n={i18n}>
          <QueryClientProvider client={queryClient}>
            <LocalNames />
            <RouteFocus />
            <ErrorBoundary>
              <Suspense fallback={<Loading />}>{children}</Suspense>
            </ErrorBoundary>
            <Toasts />
          </QueryClientProvider>
        </I18nProvider>
      </AppRouter>
    </StrictMode>
  );
}
