import { endSession, listSessions } from '@baraza/contract';
import { Button, Icon, Notice, Skeleton } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call, endpointQuery } from '../api/client.ts';
import { deviceName } from './device-name.ts';
import { DateText } from '../format/date-text.tsx';
import { notify } from '../page/notify.ts';
import { LoadError } from '../page/load-error.tsx';
import { errorText } from '../language/texts.ts';

/** Lists the sessions of this account, each with a button to end it. */
export function SessionList() {
  const client = useQueryClient();
  const sessions = useQuery(endpointQuery(listSessions));
  const list = useRef<HTMLUListElement>(null);
  const end = useMutation({
    mutationFn: (id: string) => call(endSession, { params: { id } }),
    onSettled: () => client.invalidateQueries(endpointQuery(listSessions)),
  });
  const onEnd = (id: string) =>
    end.mutate(id, {
      onSuccess: () => {
        notify.success(t`Logged out there.`);
        // The button is gone with its row.
        list.current?.focus();
      },
    });
  if (sessions.isPending) return <Skeleton className="h-14" />;
  if (sessions.isError) return <LoadError title={t`The list could not be loaded.`} query={sessions} />;
  return (
    <>
      {end.isError && (
        <Notice tone="danger" role="alert">
          {errorText(end.error)}
        </Notice>
      )}
      <ul ref={list} tabIndex={-1} className="divide-y divide-line">
        {sessions.data.map((session) => {
          const device = deviceName(session.userAgent) ?? t`Unknown device`;
          return (
            <li key={session.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
              <Icon name="device" className="text-ink-3" />
              <div className="min-w-0 flex-1 basis-40">
                <p className="font-semibold">{device}</p>
                <p className="text-sm text-ink-2">
                  {t`Last used`} <DateText at={session.lastUsedAt} />
                </p>
              </div>
              {session.current ? (
                <span className="text-md font-semibold text-resolved-ink">{t`This device`}</span>
              ) : (
                <Button
                  variant="quiet"
                  className="-mx-2.5"
                  loading={end.isPending && end.variables === session.id}
                  onClick={() => onEnd(session.id)}
                >
                  {t`Log out there`}
                  <span className="sr-only">: {device}</span>
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
