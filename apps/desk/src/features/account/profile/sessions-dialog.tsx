import { deviceName } from '@baraza/app/device-name';
import { notify } from '@baraza/app/notify';
import { Button } from '@baraza/ui/button';
import { Dialog } from '@baraza/ui/dialog';
import { Notice } from '@baraza/ui/notice';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRef, type ReactNode } from 'react';
import { MomentText } from '../../../lib/format/date-text.tsx';
import { Loaded } from '../../../lib/page/loaded.tsx';
import { errorText } from '../../../lib/i18n/texts.ts';
import { useEndSession, useSessions } from '../account.api.ts';

/** Lists the sessions of this account, each with a button to end it. */
export function SessionsDialog({ onClose }: { onClose: () => void }): ReactNode {
  const sessions = useSessions();
  const end = useEndSession();
  const list = useRef<HTMLUListElement>(null);
  const onEnd = (id: string) =>
    end.mutate(id, {
      onSuccess: () => {
        notify.success(t`Logged out there.`);
        // The button is gone with its row.
        list.current?.focus();
      },
    });
  return (
    <Dialog open onClose={onClose} title={t`Where you are logged in`} closeLabel={t`Close`}>
      {end.isError && (
        <Notice tone="danger" role="alert">
          {errorText(end.error)}
        </Notice>
      )}
      <Loaded query={sessions} failed={t`The list could not be loaded.`} loading={t`Loading`}>
        {(data) => (
          <ul ref={list} tabIndex={-1} className="divide-y divide-line">
            {data.map((session) => {
              const device = deviceName(session.userAgent) ?? t`Unknown device`;
              return (
                <li key={session.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
                  <div className="min-w-0 flex-1">
                    <p className="font-semibold">{device}</p>
                    <p className="text-sm text-ink-2">
                      <Trans>Last used</Trans> <MomentText at={session.lastUsedAt} />
                    </p>
                  </div>
                  {session.current ? (
                    <span className="text-md font-semibold text-resolved-ink">
                      <Trans>This device</Trans>
                    </span>
                  ) : (
                    <Button
                      size="s"
                      variant="danger-quiet"
                      loading={end.isPending && end.variables === session.id}
                      onClick={() => onEnd(session.id)}
                    >
                      <Trans>End this one</Trans>
                      <span className="sr-only">: {device}</span>
                    </Button>
                  )}
                </li>
              );
            })}
          </ul>
        )}
      </Loaded>
    </Dialog>
  );
}
