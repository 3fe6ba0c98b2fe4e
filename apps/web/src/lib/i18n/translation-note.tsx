import { Link } from '@baraza/app/router/router';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

/** Says below each screen in another language that its texts are being reviewed, and leads to them. */
export default function TranslationNote({ to }: { to: string }): ReactNode {
  return (
    <p className="px-4 py-2 text-center text-sm text-ink-2 print:hidden">
      <Trans>
        This translation is being reviewed.{' '}
        <Link to={to} className="inline-flex min-h-11 items-center">
          Suggest a better wording
        </Link>
      </Trans>
    </p>
  );
}
