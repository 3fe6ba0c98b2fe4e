import { currentToasts, subscribeToToasts, type ToastItem } from '@baraza/ui/lib/toast-store';
import { t } from '@lingui/core/macro';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useSyncExternalStore, type ReactNode } from 'react';
import { i18n } from './lib/i18n/i18n.ts';
import { queryClient } from './lib/api/query.ts';
import { RouteFocus } from './lib/router/route-focus.tsx';
import { DeskRoutes } from './routes.tsx';
import { ErrorBoundary } from './shell/error-boundary.tsx';
import { Loading } from './shell/loading.tsx';

const Toaster = lazy(() => import('@baraza/ui/toaster').then((m) => ({ default: m.Toaster })));
const none: ToastItem[] = [];

/** Shows toasts; loads their code with the first one. */
function Toasts(): ReactNode {
  const any = useSyncExternalStore(subscribeToToasts, currentToasts, () => none).length > 0;
  if (!any) return null;
  return (
    <Suspense>
      <Toaster label={t`Messages (Alt+T)`} closeLabel={t`Close this message`} />
    </Suspense>
  );
}

/** Renders everything inside the router. */
export function App(): ReactNode {
  return (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <RouteFocus />
        <ErrorBoundary>
          <Suspense fallback={<Loading />}>
            <DeskRoutes />
          </Suspense>
        </ErrorBoundary>
        <Toasts />
      </QueryClientProvider>
    </I18nProvider>
  );
}
