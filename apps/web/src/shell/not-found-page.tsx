import { buttonClass, RingMark } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Heading, Link, useToken } from '@baraza/app';
import type { ReactNode } from 'react';
import { paths } from '../lib/router/paths.ts';

/** The page shown at an unknown address. */
export default function NotFoundPage(): ReactNode {
  const home = useToken() === null ? paths.landing : paths.complaints;
  return (
    <section className="mx-auto grid min-h-[70dvh] max-w-144 content-center justify-items-center gap-4 px-4 py-10 text-center">
      <RingMark className="size-18 text-ink-3" />
      <Heading title={t`Unexpected Application Error!`} />
      <p className="text-lead text-ink-2">{t`There is no page at this address.`}</p>
      <Link to={home} className={buttonClass({ variant: 'primary' })}>
        {home === paths.landing ? t`Go to the start page` : t`Go to complaints`}
      </Link>
    </section>
  );
}
