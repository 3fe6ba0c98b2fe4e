import { WitnessItems } from '@baraza/app';
import type { LogWitness } from '@baraza/contract/log/log';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

/** Who outside sees the same log, and when each last agreed. */
export function WitnessList({ witnesses }: { witnesses: readonly LogWitness[] }): ReactNode {
  return (
    <section className="sheet grid gap-2 p-5">
      <h2>
        <Trans>The witnesses</Trans>
      </h2>
      {witnesses.length === 0 ? (
        <p className="text-ink-2">
          <Trans>This portal has no witnesses. Keep your receipt: it shows any change all the same.</Trans>
        </p>
      ) : (
        <>
          <p className="text-ink-2">
            <Trans>
              They do not belong to us. Each remembers what the log was, and refuses one that was rewritten.
            </Trans>
          </p>
          <WitnessItems witnesses={witnesses} />
        </>
      )}
    </section>
  );
}
