import { formatAgo, formatDay, formatTime } from '@baraza/app';

/** Shows a moment as 2024-05-02 09:14, followed by "6 days ago" unless `ago` is false. */
export function MomentText({ at, now, ago = true }: { at: string; now?: Date; ago?: boolean }) {
  return (
    <time dateTime={at} className="tabular-nums">
      <bdi dir="ltr">
        {formatDay(at)} {formatTime(at)}
      </bdi>
      {ago && <span> · {formatAgo(at, now)}</span>}
    </time>
  );
}

/** Shows a day as 2024-05-02. */
export function DayText({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap tabular-nums">
      <bdi dir="ltr">{formatDay(at)}</bdi>
    </time>
  );
}
