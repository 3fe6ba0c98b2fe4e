import { deviceName } from '@baraza/app/device-name';
import { notify } from '@baraza/app/notify';
import { ApiError } from '@baraza/contract/core/error';
import { Button } from '@baraza/ui/button';
import { Icon } from '@baraza/ui/icon';
import { Skeleton } from '@baraza/ui/skeleton';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react';
import { FailureNotice } from '../../../lib/form/failure-notice.tsx';
import { DateText } from '../../../lib/format/date-text.tsx';
import { LoadError } from '../../../lib/page/load-error.tsx';
import { useEndSession, useSessions } from '../account.api.ts';

const PasswordAgainDialog = lazy(() => import('./reauthentication-dialog.tsx'));

/** Every place where this account is logged in, each with a way to end it. */
export function SessionList(): ReactNode {
  const sessions = useSessions();
  const end = useEndSession();
  const list = useRef<HTMLUListElement>(null);
  /** Which one is to be ended once the password was typed. */
  const [waiting, setWaiting] = useState<string | null>(null);
  if (sessions.isPending) return <Skeleton className="h-14" />;
  if (sessions.isError) return <LoadError title={t`The list could not be loaded.`} query={sessions} />;

  const onEnd = (id: string) =>
    end.mutate(id, {
      onSuccess: () => {
        notify.success(t`Logged out there.`);
        // The button is gone with its row.
        list.current?.focus();
      },
      onError: (error) => {
        if (needsPassword(error)) setWaiting(id);
      },
    });

  return (
    <>
      <FailureNotice error={needsPassword(end.error) ? null : end.error} />
      {waiting !== null && (
        <Suspense fallback={null}>
          <PasswordAgainDialog
            onDone={() => {
              setWaiting(null);
              onEnd(waiting);
            }}
            onClose={() => setWaiting(null)}
          />
        </Suspense>
      )}
      <ul ref={list} tabIndex={-1} className="divide-y divide-line">
        {sessions.data.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
            <Icon name="device" className="text-ink-3" />
            <div className="min-w-0 flex-1">
              <p className="font-semibold">{deviceName(session.userAgent) ?? t`Unknown device`}</p>
              <p className="text-sm text-ink-2">
                <Trans>Last used</Trans> <DateText at={session.lastUsedAt} />
              </p>
            </div>
            {session.current ? (
              <span className="text-md font-semibold text-resolved-ink">
                <Trans>This device</Trans>
              </span>
            ) : (
              <Button
                variant="danger-quiet"
                loading={end.isPending && end.variables === session.id}
                onClick={() => onEnd(session.id)}
              >
                <Trans>End this one</Trans>
                <span className="sr-only">: {deviceName(session.userAgent) ?? t`Unknown device`}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function needsPassword(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'REAUTH_REQUIRED';
}
