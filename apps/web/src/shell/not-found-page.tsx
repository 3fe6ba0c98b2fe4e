import { buttonClass } from '@baraza/ui/button';
import { RingMark } from '@baraza/ui/ring-art';
import { t } from '@lingui/core/macro';
import { Link } from '@baraza/app/router/router';
import { Heading } from '@baraza/app/page/heading';
import type { ReactNode } from 'react';
import { paths } from '../lib/router/paths.ts';
import { useToken } from '@baraza/app/api/token';

/** An address that leads nowhere. */
export default function NotFoundPage(): ReactNode {
  const home = useToken() === null ? paths.landing : paths.complaints;
  return (
    <section className="mx-auto grid min-h-[70dvh] max-w-144 content-center justify-items-center gap-4 px-4 py-10 text-center">
      <RingMark className="size-18 text-ink-3" />
      <Heading title={t`Unexpected Application Error!`} />
      <p className="text-lead text-ink-2">{t`There is no page at this address.`}</p>
      <Link to={home} className={buttonClass({ variant: 'primary' })}>
        {home === paths.landing ? t`Go to the start` : t`Go to complaints`}
      </Link>
    </section>
  );
}
