import type { LogWitness } from '@baraza/contract';
import { Icon } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { formatMoment } from '../format/format.ts';

/** Lists the outside witnesses of the log, with the time each last signed it. */
export function WitnessItems({ witnesses }: { witnesses: readonly LogWitness[] }): ReactNode {
  return (
    <ul className="grid gap-2">
      {witnesses.map((witness) => (
        <li key={witness.verifierKey} className="flex items-start gap-2">
          <Icon name={witness.standing === 'agrees' ? 'check' : 'warning'} className="mt-0.5" />
          <span className="grid min-w-0">
            <bdi className="font-semibold wrap-anywhere">{witness.name}</bdi>
            <Standing witness={witness} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Standing({ witness: { standing, agreedAt } }: { witness: LogWitness }): ReactNode {
  const time = agreedAt === null ? null : formatMoment(agreedAt);
  if (standing === 'refuses') return t`Does not accept today’s log. Ask them why.`;
  if (time === null) return t`Has not answered yet.`;
  return standing === 'agrees' ? <Trans>Agreed on {time}</Trans> : <Trans>Silent. Last agreed on {time}</Trans>;
}
