import { releaseFocus } from '@baraza/app';
import { Trans } from '@lingui/react/macro';

/** Begins the next screen of one address as the router begins one: at its top, with its heading focused. */
export function beginScreen(): void {
  releaseFocus();
  window.scrollTo(0, 0);
}

/** Says how far one is with a complaint without an account. */
export function StepOf({ step }: { step: number }) {
  return (
    <p className="text-sm font-semibold text-ink-2">
      <Trans>Step {step} of 3</Trans>
    </p>
  );
}
