import { Trans } from '@lingui/react/macro';

/** Says how far one is with a complaint without an account. */
export function StepOf({ step }: { step: number }) {
  return (
    <p className="text-sm font-semibold text-ink-2">
      <Trans>Step {step} of 3</Trans>
    </p>
  );
}
