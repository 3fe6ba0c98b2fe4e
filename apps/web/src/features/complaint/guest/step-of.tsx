import { Trans } from '@lingui/react/macro';

/** Progress of a complaint without an account, as a step number. */
export function StepOf({ step }: { step: number }) {
  return (
    <p className="text-sm font-semibold text-ink-2">
      <Trans>Step {step} of 3</Trans>
    </p>
  );
}
