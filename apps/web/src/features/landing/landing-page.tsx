import { Heading, usePortal } from '@baraza/app';
import { cx, Icon, type IconName, RingMark } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ComponentProps, ReactNode } from 'react';
import { LanguageMenu } from '../../lib/i18n/language-parts.tsx';
import { paths } from '../../lib/router/paths.ts';
import { LandingFigure } from './landing-figure.tsx';

/** Shows the landing screen. It is rendered when the portal is built, and works without JavaScript. */
export default function LandingPage() {
  const { mdaPortalUrl, copyright, supportEmail } = usePortal();
  return (
    <div data-landing="" className="grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[1fr_auto]">
      <div className="on-dark grid grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] bg-banner text-banner-ink">
        <header className="mx-auto flex w-full max-w-296 items-center justify-between gap-2 px-4 py-2 m:px-8 m:py-3">
          <RingMark />
          <LanguageMenu />
        </header>
        <main className="mx-auto grid w-full max-w-296 grid-cols-[minmax(0,1fr)] content-start gap-x-6 m:px-8 l:grid-cols-2">
          <div className="grid content-start gap-3 px-4 pb-5 m:px-0">
            <Heading
              title={t`Service Delivery Portal`}
              className="text-[clamp(1.75rem,1.3rem+3vw,3.25rem)] leading-[1.1]"
            >
              {t`Service Delivery Portal`}
            </Heading>
            <p className="max-w-[44ch] text-banner-ink-2 l:text-lead">
              {t`Tell a ministry, department or agency about bad service, and follow its progress.`}
            </p>
            <p className="text-md font-semibold" id="login-as">
              {t`Login as:`}
            </p>
            <ul aria-labelledby="login-as" className="flex flex-wrap gap-3">
              {/* Plain links work before any code has loaded. */}
              <Door
                href={paths.login}
                icon="forward"
                className="bg-gold text-on-gold hover:bg-gold-hover"
                title={t`Public User`}
              >
                {t`Complain and follow`}
              </Door>
              <Door
                href={mdaPortalUrl}
                target="_blank"
                rel="noopener"
                icon="external"
                className="border-[1.5px] border-banner-ink-2 text-banner-ink hover:bg-banner-dot"
                title={
                  <>
                    {t`MDA`}
                    <span className="sr-only"> {t`(opens in a new tab)`}</span>
                  </>
                }
              >
                {t`Officers`}
              </Door>
            </ul>
            <p className="flex flex-wrap items-center gap-x-1.5 text-md text-banner-ink-2">
              <Trans>
                New here?{' '}
                <a href={paths.register} className="inline-flex min-h-11 items-center font-semibold text-banner-ink">
                  Register
                </a>
              </Trans>
            </p>
            <ul className="grid border-t border-banner-ink-2/40">
              <Row to={paths.complain} icon="eye-off" title={t`Complain without an account`}>
                {t`No name needed. Say it or write it.`}
              </Row>
              <Row to={paths.track} icon="search" title={t`Track a complaint`}>
                {t`With its ID and the code you kept.`}
              </Row>
            </ul>
            <noscript>
              <p className="max-w-[44ch] text-banner-ink-2">
                <Trans>
                  Logging in needs JavaScript, which is off in this browser. You can complain without an account, or
                  write to {supportEmail}.
                </Trans>
              </p>
            </noscript>
          </div>
          <LandingFigure />
        </main>
      </div>
      <div className="bg-paper text-ink">
        <div className="mx-auto w-full max-w-296 px-4 m:px-8">
          <section aria-label={t`What happens next`}>
            <ol className="grid gap-4 pt-5 m:grid-cols-3 m:gap-0">
              <Stitch tone="pending" title={t`You tell us`}>
                {t`By voice or in writing, in any language. You get a tracking ID and a receipt.`}
              </Stitch>
              <Stitch tone="processing" title={t`The office answers by a day you can see`}>
                {t`If it is late, its supervisor is told, and it counts in the public numbers.`}
              </Stitch>
              <Stitch tone="resolved" title={t`You say if it is solved`}>
                {t`If you say no, it opens again. If you say nothing, it never counts as solved.`}
              </Stitch>
            </ol>
          </section>
          <footer className="flex flex-wrap items-center justify-between gap-x-6 mt-4 border-t border-line py-1 text-sm text-ink-2">
            <a href={paths.verify} className="inline-flex min-h-11 items-center">
              {t`Check a receipt`}
            </a>
            <bdi>{copyright}</bdi>
          </footer>
        </div>
      </div>
    </div>
  );
}

type DoorProps = Omit<ComponentProps<'a'>, 'title'> & { readonly icon: IconName; readonly title: ReactNode };

/** One of the two ways in, with what it is for below its name. */
function Door({ icon, title, className, children, ...link }: DoorProps) {
  return (
    <li className="grid grow basis-33 first:basis-45">
      <a
        {...link}
        className={cx(
          'flex min-h-14 items-center justify-between gap-2 rounded-1 px-3 py-1.5 leading-tight no-underline hover:no-underline m:px-4',
          className,
        )}
      >
        <span>
          <span className="block font-semibold">{title}</span>
          <span className="text-xs">{children}</span>
        </span>
        <Icon name={icon} />
      </a>
    </li>
  );
}

function Row({ to, icon, title, children }: { to: string; icon: IconName; title: string; children: ReactNode }) {
  return (
    <li className="grid border-b border-banner-ink-2/40">
      <a
        href={to}
        className="flex min-h-14 items-center gap-3.5 py-1.5 text-banner-ink no-underline hover:bg-banner-dot hover:no-underline"
      >
        <Icon name={icon} className="text-gold" />
        <span className="grid flex-1 leading-snug">
          <span className="font-semibold">{title}</span>
          <span className="text-sm text-banner-ink-2">{children}</span>
        </span>
        <Icon name="chevron" size="s" />
      </a>
    </li>
  );
}

const stitches = {
  pending: ['bg-pending-mark', 'border-dotted border-pending-mark'],
  processing: ['bg-processing-mark', 'border-dashed border-processing-mark'],
  resolved: ['bg-resolved-mark', 'border-solid border-resolved-mark'],
};

/** A step on the way of a complaint, below its part of the stitch. */
function Stitch({ tone, title, children }: { tone: keyof typeof stitches; title: string; children: ReactNode }) {
  const [dot, line] = stitches[tone];
  return (
    <li className="relative pt-5 m:pe-5">
      <span aria-hidden="true" className={cx('absolute inset-x-0 top-1 border-t-4', line)} />
      <span
        aria-hidden="true"
        className={cx('absolute -start-1 -top-1 size-5 rounded-full border-4 border-paper', dot)}
      />
      <h2 className="text-h3">{title}</h2>
      <p className="max-w-[44ch] text-md text-ink-2">{children}</p>
    </li>
  );
}
