import { Spinner } from '@baraza/ui';
import { t } from '@lingui/core/macro';

/** Shown while the code of a screen is on its way. */
export function Loading() {
  return (
    <div role="status" className="skeletons grid min-h-[50dvh] place-items-center">
      <Spinner className="size-8 text-brand" />
      <span className="sr-only">{t`Loading`}</span>
    </div>
  );
}
