import { type MdaStat, responseRate } from '@baraza/contract';
import { buttonClass, Icon } from '@baraza/ui';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { formatCount, Link, usePortal, say } from '@baraza/app';
import { monthName } from '../../lib/format/month-names.ts';
import { paths } from '../../lib/router/paths.ts';

/** Shows an MDA, with a link to its monthly report. */
export function MdaCard({ mda }: { mda: MdaStat }): ReactNode {
  const { productName } = usePortal();
  // An element, since in a string Trans would read < and > of a name as tags.
  const name = <>{say(mda.mdas_name)}</>;
  return (
    <article className="sheet flex flex-col gap-3 p-5" aria-labelledby={`mda-${mda.mdas_id}`}>
      <div className="flex items-center gap-3.5">
        <MdaLogo src={mda.mdas_logoUrl} />
        <h3 id={`mda-${mda.mdas_id}`} className="min-w-0">
          <bdi>{name}</bdi>
        </h3>
      </div>
      <p className="flex-1 text-md text-ink-2">
        <Trans>
          Explore the comprehensive report of <bdi>{name}</bdi> service delivery.
        </Trans>
      </p>
      <Figures mda={mda} />
      <Link to={paths.mda(mda.mdas_id)} className={buttonClass({ size: 's', className: 'min-h-11 self-start' })}>
        {t`View ${productName} Monthly Report`}
        <span className="sr-only">
          : <bdi>{name}</bdi>
        </span>
      </Link>
    </article>
  );
}

function Figures({ mda }: { mda: MdaStat }): ReactNode {
  const rate = responseRate(mda);
  if (rate === null) return <p className="text-md">{t`No complaints yet`}</p>;
  return (
    <div className="grid gap-1 text-md tabular-nums">
      <p className="flex flex-wrap justify-between gap-x-3">
        <span>{t`${plural(mda.totalComplaints, { one: '# complaint', other: '# complaints' })}`}</span>
        <span className="font-semibold">{t`${rate}% resolved`}</span>
      </p>
      <span aria-hidden="true">
        <progress className="bar" value={rate} max={100} />
      </span>
      {mda.confirmed && <Confirmed {...mda.confirmed} />}
    </div>
  );
}

function Confirmed({ month, answered, rate, worst, best }: NonNullable<MdaStat['confirmed']>): ReactNode {
  const [name, count] = [monthName(month), formatCount(answered)];
  return (
    <p className="text-ink-2">
      {t`Confirmed as solved in ${name}: ${rate}% of ${count} who answered. At worst ${worst}%, at best ${best}% of all.`}
    </p>
  );
}

function MdaLogo({ src }: { src: string | null }): ReactNode {
  const [failed, setFailed] = useState<string | null>(null);
  if (src && src !== failed) {
    return (
      <img
        src={src}
        alt=""
        width={56}
        height={56}
        loading="lazy"
        className="size-14 shrink-0 rounded-1 object-contain"
        onError={() => setFailed(src)}
      />
    );
  }
  return (
    <span className="grid size-14 shrink-0 place-items-center rounded-1 bg-sunken text-ink-3">
      <Icon name="mda" className="size-7" />
    </span>
  );
}
