import { buttonClass, RingMark } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Heading, Link } from '@baraza/app';

/** Shown for an unknown address. */
export function NotFound() {
  return (
    <main id="work" tabIndex={-1}>
      <section className="mx-auto grid min-h-[60dvh] max-w-144 content-center justify-items-center gap-4 px-4 py-10 text-center">
        <RingMark className="size-18 text-ink-3" />
        <Heading title={t`There is no page at this address`} />
        <Link to="/" className={buttonClass({ variant: 'primary' })}>
          {t`Go to the desk`}
        </Link>
      </section>
    </main>
  );
}
