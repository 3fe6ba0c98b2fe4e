import { endpointQuery, formatMoment, WitnessItems } from '@baraza/app';
import { getLog, type LogState } from '@baraza/contract/log/log';
import { Notice } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../lib/page/page.tsx';

/** What oversight and administrators see of the log that holds the audit trail. */
export function LogStatus() {
  const query = useQuery(endpointQuery(getLog));
  return (
    <Loaded
      query={query}
      failed={t`The state of the log could not be loaded.`}
      loading={t`Loading the state of the log`}
      cards={1}
    >
      {(log) => <LogNotice log={log} />}
    </Loaded>
  );
}

/** Shows whether the log is what was signed, and what each witness says of it. */
export function LogNotice({ log: { alteredAt, witnesses } }: { log: LogState }) {
  const isConfirmed = witnesses.every(({ standing }) => standing === 'agrees');
  const list =
    witnesses.length > 0 ? (
      <WitnessItems witnesses={witnesses} />
    ) : (
      t`Nobody outside confirms it: the settings name no witness.`
    );
  if (alteredAt === null)
    return (
      <Notice tone={isConfirmed ? 'info' : 'warning'} title={t`The log is as it was signed`}>
        {list}
      </Notice>
    );
  const time = formatMoment(alteredAt);
  return (
    <Notice tone="danger" title={t`The log was altered`}>
      <p className="mb-2">
        {t`Since ${time} it is not what was signed. Somebody may have changed what was recorded. Ask whoever runs the server to verify the log; complaints go on.`}
      </p>
      {list}
    </Notice>
  );
}
