import { currentToasts, subscribeToToasts, type ToastItem } from '@baraza/ui/lib/toast-store';
import { t } from '@lingui/core/macro';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useSyncExternalStore, type ReactNode } from 'react';
import { i18n } from './lib/i18n/i18n.ts';
import { part } from './lib/page/part.tsx';
import { queryClient } from './lib/api/query.ts';
import { VisitWatcher } from './lib/router/route-focus.tsx';
import { AppRoutes } from './routes.tsx';
import { ErrorBoundary } from './shell/error-boundary.tsx';
import { Loading } from './shell/loading.tsx';

/** Without a network its code may not come; what a toast says stands on the page as well. */
const Toaster = part(async () => ({ default: (await import('@baraza/ui/toaster')).Toaster }), { quiet: true });
const none: ToastItem[] = [];

/** Loads the code that shows toasts when the first one is there. */
function Toasts(): ReactNode {
  const any = useSyncExternalStore(subscribeToToasts, currentToasts, () => none).length > 0;
  if (!any) return null;
  return <Toaster label={t`Messages (Alt+T)`} closeLabel={t`Close this message`} />;
}

/** Everything inside a router. */
export function App(): ReactNode {
  return (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <VisitWatcher />
        <ErrorBoundary>
          <Suspense fallback={<Loading />}>
            <AppRoutes />
          </Suspense>
        </ErrorBoundary>
        <Toasts />
      </QueryClientProvider>
    </I18nProvider>
  );
}
