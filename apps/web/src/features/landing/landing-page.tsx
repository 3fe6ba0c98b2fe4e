import { buttonClass, Icon, type IconName, RingArt, RingMark } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Heading, usePortal } from '@baraza/app';
import { LanguageMenu } from '../../lib/i18n/language-parts.tsx';
import { paths } from '../../lib/router/paths.ts';

/** Shows the landing screen. It is rendered when the portal is built, and works without JavaScript. */
export default function LandingPage() {
  const { mdaPortalUrl, copyright, supportEmail } = usePortal();
  return (
    <div
      data-landing=""
      className="relative isolate grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr_auto] overflow-hidden bg-banner text-banner-ink"
    >
      {/* The meeting seen from above: beside the buttons, or faint behind the words on a phone. */}
      <RingArt className="absolute -end-72 -top-4 -z-1 size-[max(34rem,92vh)] -translate-y-[46%] text-banner-dot l:end-[max(-12rem,-16vw)] l:top-1/2 l:-translate-y-1/2" />
      <header className="mx-auto flex w-full max-w-304 items-center justify-between gap-2 px-4 py-4 m:px-8">
        <RingMark className="size-[min(2.75rem,56px)]" />
        <span className="on-dark rounded-1 bg-banner">
          <LanguageMenu />
        </span>
      </header>
      <main className="on-dark grid">
        <div className="mx-auto grid w-full max-w-304 content-center justify-items-start gap-4 px-4 py-8 max-m:py-3 m:px-8">
          <Heading
            title={t`Service Delivery Portal`}
            className="max-w-[14ch] text-[clamp(2rem,1.3rem+3vw,3.25rem)] leading-[1.1]"
          >
            {t`Service Delivery Portal`}
          </Heading>
          <p className="max-w-[44ch] text-lead text-banner-ink-2">
            {t`Tell a ministry, department or agency about bad service, and follow its progress.`}
          </p>
          <p className="font-semibold m:mt-4" id="login-as">
            {t`Login as:`}
          </p>
          <ul aria-labelledby="login-as" className="grid w-full max-w-88 gap-3">
            <li className="grid">
              {/* Plain links work before any code has loaded. */}
              <a
                href={paths.login}
                className={buttonClass({ variant: 'gold', size: 'l', className: 'w-full justify-between!' })}
              >
                {t`Public User`}
                <Icon name="forward" />
              </a>
            </li>
            <li className="grid">
              <a
                href={mdaPortalUrl}
                target="_blank"
                rel="noopener"
                className="inline-flex min-h-12 w-full items-center justify-between gap-2 rounded-1 border-[1.5px] border-banner-ink-2 px-5.5 py-2 text-lead leading-tight font-semibold text-banner-ink no-underline hover:bg-banner-dot hover:no-underline"
              >
                <span>
                  {t`MDA`}
                  <span className="sr-only"> {t`(opens in a new tab)`}</span>
                </span>
                <Icon name="external" />
              </a>
            </li>
          </ul>
          <p className="flex flex-wrap items-center gap-x-1.5 text-banner-ink-2">
            <Trans>
              New here?{' '}
              <a href={paths.register} className="inline-flex min-h-11 items-center font-semibold text-banner-ink">
                Register
              </a>
            </Trans>
          </p>
          <ul className="grid w-full max-w-88 border-t border-banner-ink-2/40">
            <Row to={paths.complain} icon="eye-off">
              {t`Complain without an account`}
            </Row>
            <Row to={paths.track} icon="search">
              {t`Track a complaint`}
            </Row>
            <Row to={paths.numbers} icon="chart">
              {t`Public numbers`}
            </Row>
          </ul>
          <noscript>
            <p className="max-w-[44ch] text-banner-ink-2">
              <Trans>
                Logging in needs JavaScript, which is off in this browser. You can complain without an account, or write
                to {supportEmail}.
              </Trans>
            </p>
          </noscript>
        </div>
      </main>
      <footer className="mx-auto w-full max-w-304 px-4 py-2 text-sm text-banner-ink-2 m:px-8 m:py-5">
        <a href={paths.verify} className="me-4 inline-flex min-h-11 items-center text-banner-ink">
          {t`Check a receipt`}
        </a>
        <bdi>{copyright}</bdi>
      </footer>
    </div>
  );
}

function Row({ to, icon, children }: { to: string; icon: IconName; children: ReactNode }) {
  return (
    <li className="grid border-b border-banner-ink-2/40">
      <a
        href={to}
        className="flex min-h-12 items-center gap-3 text-banner-ink no-underline hover:bg-banner-dot hover:no-underline"
      >
        <Icon name={icon} />
        <span className="flex-1">{children}</span>
        <Icon name="chevron" size="s" />
      </a>
    </li>
  );
}
