import { endpointQuery, formatCount, say } from '@baraza/app';
import { listBursts } from '@baraza/contract';
import { Icon } from '@baraza/ui';
import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMe } from '../../../lib/api/session.tsx';
import { CountLink } from '../../../lib/list/count-link.tsx';

/** Time between looks, as the server takes them. */
const pause = 10 * 60_000;

/** Shows supervisors a burst of complaints of one kind, and leads to them. */
export function BurstBand(): ReactNode {
  const isSupervisor = useMe().role === 'supervisor';
  const { data = [] } = useQuery({ ...endpointQuery(listBursts), enabled: isSupervisor, refetchInterval: pause });
  return data.map(({ category, area, day, count, usual }) => {
    const kind = area ? t`${say(category.name)}, ${area.name}` : say(category.name);
    const filed = `${day}..${day}`;
    const normal = formatCount(Math.round(usual * 10) / 10);
    return (
      <p
        key={`${category.id} ${area?.id}`}
        className="flex w-full items-center gap-2 rounded-2 bg-gold-soft px-3 py-2 text-sm"
      >
        <Icon name="warning" className="shrink-0 text-gold-ink" />
        <span className="min-w-0">
          <b>
            <bdi>{kind}</bdi>:{' '}
            <CountLink
              count={count}
              queue="received"
              filters={{ category: category.id, ...(area && { area: area.id }), filed }}
              label={kind}
              words={plural(count, { one: '# complaint today', other: '# complaints today' })}
            />
          </b>{' '}
          {t`Usual by this hour: ${normal}. Select them to publish a known issue.`}
        </span>
      </p>
    );
  });
}
