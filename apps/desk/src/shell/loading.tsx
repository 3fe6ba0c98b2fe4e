import { Spinner } from '@baraza/ui/spinner';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';

/** Shown while the code of a screen loads. */
export function Loading(): ReactNode {
  return (
    <main id="work" tabIndex={-1} className="skeletons grid min-h-[50dvh] place-items-center">
      <h1 className="sr-only">{t`MDA desk`}</h1>
      <div role="status">
        <Spinner className="size-8 text-brand" />
        <span className="sr-only">{t`Loading`}</span>
      </div>
    </main>
  );
}
