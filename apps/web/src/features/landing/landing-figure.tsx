import { usePortal } from '@baraza/app';
import { publishDay, ringPaths } from '@baraza/contract';
import { RingArt } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { monthName } from '../../lib/format/month-names.ts';
import { paths } from '../../lib/router/paths.ts';

/** Shows 100 people in rings, in gold those who confirmed a solution. Without a figure, the rings are plain. */
export function LandingFigure() {
  const { confirmed, nextMonth } = usePortal();
  return (
    <div className="grid grid-cols-[8.75rem_minmax(0,1fr)] content-center items-center gap-3.5 px-4 py-3 max-l:bg-banner-dot l:grid-cols-[minmax(0,1fr)_14.5rem]">
      {confirmed ? (
        <Ring solved={confirmed.of100} />
      ) : (
        <RingArt className="w-full max-w-100 justify-self-end text-banner-ink-2" />
      )}
      <div className="grid gap-1">
        {confirmed ? (
          <Claim {...confirmed} />
        ) : (
          nextMonth && <p className="font-semibold">{t`The numbers come out on ${dayOf(nextMonth)}.`}</p>
        )}
        <a
          href={paths.numbers}
          className="inline-flex min-h-11 items-center justify-self-start font-semibold text-banner-ink"
        >
          {t`Public numbers`}
        </a>
      </div>
    </div>
  );
}

const dayOf = (month: string) => `${publishDay} ${monthName(month, 1)}`;

function Claim({ month, of100 }: { month: string; of100: number }) {
  const name = monthName(month);
  return (
    <>
      <p className="font-display leading-tight font-bold l:text-lead">
        <span className="block text-hero text-gold">{t`${of100} of 100`}</span>
        {t`people who answered in ${name} say: solved.`}
      </p>
      <ul className="grid gap-1 text-sm text-banner-ink-2 max-l:hidden">
        <li className="flex items-center gap-2">
          <span aria-hidden="true" className="size-3 rounded-full bg-gold" />
          {t`said ‘solved’`}
        </li>
        <li className="flex items-center gap-2">
          <span aria-hidden="true" className="size-3 rounded-full border-2 border-banner-ink-2" />
          {t`said ‘not yet’`}
        </li>
      </ul>
    </>
  );
}

function Ring({ solved }: { solved: number }) {
  const { said, notYet } = ringPaths(solved);
  return (
    <svg
      viewBox="-205 -205 410 410"
      role="img"
      aria-label={t`100 people in rings. ${solved} of them, in gold, say: solved.`}
      className="w-full max-w-100 justify-self-end"
    >
      <g strokeLinecap="round">
        <path d={said} strokeWidth="13" className="stroke-gold" />
        <path d={notYet} strokeWidth="12" className="stroke-banner-ink-2" />
        <path d={notYet} strokeWidth="8" className="stroke-banner" />
      </g>
      <circle r="30" className="fill-gold" />
    </svg>
  );
}
