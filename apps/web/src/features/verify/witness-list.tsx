import { WitnessItems } from '@baraza/app';
import type { LogWitness } from '@baraza/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

/** Lists the outside witnesses that see the same log, and when each last agreed. */
export function WitnessList({ witnesses }: { witnesses: readonly LogWitness[] }): ReactNode {
  return (
    <section className="sheet grid gap-2 p-5">
      <h2>{t`The witnesses`}</h2>
      {witnesses.length === 0 ? (
        <p className="text-ink-2">{t`This portal has no witnesses. Keep your receipt: it still reveals any change.`}</p>
      ) : (
        <>
          <p className="text-ink-2">
            <Trans>They are independent of us. Each remembers the log as it was, and refuses a rewritten one.</Trans>
          </p>
          <WitnessItems witnesses={witnesses} />
        </>
      )}
    </section>
  );
}
