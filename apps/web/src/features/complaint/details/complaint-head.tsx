import type { Complaint } from '@baraza/contract/complaint/complaint';
import { Flag, Thread } from '@baraza/ui';
import { statusTone, type StatusTone } from '@baraza/ui/lib/status-tone';
import { plural, t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { formatDay, Heading, StatusMark, threadWords, TrackingText } from '@baraza/app';
import { stationDates } from './station-dates.ts';

/** The head of the details: what it is, its tracking ID, and how far it has come. */
export function ComplaintHead({ complaint }: { complaint: Complaint }) {
  const dates = Object.fromEntries(
    Object.entries(stationDates(complaint)).map(([station, at]) => [
      station,
      <time key={station} dateTime={at}>
        <bdi dir="ltr">{formatDay(at)}</bdi>
      </time>,
    ]),
  ) as Partial<Record<StatusTone, ReactNode>>;
  return (
    <div
      data-tone={statusTone(complaint.status) ?? undefined}
      className="sheet stitched grid gap-2.5 py-4.5 ps-6 pe-5 m:py-5.5"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="eyebrow">
          <bdi>{complaint.category.name}</bdi>
        </p>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {complaint.cycle > 1 && (
            <Flag>{t`Re-opened ${plural(complaint.cycle - 1, { one: 'once', other: '# times' })}`}</Flag>
          )}
          {/* On a phone the strip below says it. */}
          <span className="max-m:hidden">
            <StatusMark status={complaint.status} />
          </span>
        </span>
      </div>
      <Heading title={complaint.title}>
        <bdi>{complaint.title}</bdi>
      </Heading>
      <p className="flex flex-wrap items-center gap-x-2 text-md">
        <span className="text-sm text-ink-2">{t`Tracking ID`}</span>
        <TrackingText id={complaint.trackingId} />
      </p>
      <div className="mt-1">
        <Thread status={complaint.status} label={t`Progress`} words={threadWords()} dates={dates} />
      </div>
    </div>
  );
}
