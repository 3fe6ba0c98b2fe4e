import { Icon, type IconName } from '@baraza/ui/icon';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Link, useLocation } from '@baraza/app/router/router';
import { LanguageLink } from '../lib/i18n/language-parts.tsx';
import { paths } from '../lib/router/paths.ts';

const look =
  'nav-item flex min-h-11 w-full items-center gap-3 rounded-1 px-3 py-2 text-start text-md leading-[1.3] font-medium text-ink-2 no-underline hover:bg-sunken hover:text-ink hover:no-underline aria-[current]:bg-brand-soft aria-[current]:font-bold aria-[current]:text-brand-soft-ink';

interface Item {
  readonly to: string;
  readonly icon: IconName;
  readonly text: string;
  /** The addresses below which this item is the active one. */
  readonly under: RegExp;
}

const items = (): Item[] => [
  { to: paths.complaints, icon: 'complaint', text: t`Complaints`, under: /^\/app\/(?:complaint|history)/iu },
  { to: paths.mdas, icon: 'mda', text: t`MDA's`, under: /^\/app\/mda/iu },
  { to: paths.feedbacks, icon: 'feedback', text: t`Feedback`, under: /^\/app\/feedback/iu },
  { to: paths.support, icon: 'support', text: t`Customer Support`, under: /^\/app\/chat/iu },
  { to: paths.profile, icon: 'user', text: t`Profile`, under: /^\/app\/profile/iu },
];

interface NavigationProps {
  readonly onLogout: () => void;
  readonly onNavigate?: () => void;
  /** Above the items: the name. */
  readonly children: ReactNode;
}

/** The six items of the menu: five screens, and the way out; above that the language. */
export function Navigation({ onLogout, onNavigate, children }: NavigationProps): ReactNode {
  const { pathname } = useLocation();
  return (
    <nav aria-label={t`Main menu`} className="flex flex-1 flex-col gap-6">
      {children}
      <ul className="grid gap-0.5">
        {items().map((item) => (
          <li key={item.to}>
            <Link
              to={item.to}
              className={look}
              aria-current={item.under.test(pathname) ? 'page' : undefined}
              onClick={onNavigate}
            >
              <Icon name={item.icon} />
              {item.text}
            </Link>
          </li>
        ))}
      </ul>
      <span className="mt-auto">
        <LanguageLink
          to={paths.language}
          className={look}
          aria-current={pathname === paths.language ? 'page' : undefined}
          onClick={onNavigate}
        />
      </span>
      <button type="button" className={look} onClick={onLogout}>
        <Icon name="logout" />
        {t`Logout`}
      </button>
    </nav>
  );
}
