import { formatAgo, formatDay } from './format.ts';

/** A day as 2024-05-02, with "6 days ago" unless `ago` is false. */
export function DateText({ at, ago = true }: { at: string; ago?: boolean }) {
  return (
    <time dateTime={at}>
      <bdi dir="ltr" className="whitespace-nowrap">
        {formatDay(at)}
      </bdi>
      {ago && <span className="font-normal text-ink-2"> · {formatAgo(at)}</span>}
    </time>
  );
}
