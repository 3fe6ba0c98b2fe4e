import { fullName } from '@baraza/contract';
import { afterFirstData, lazyPart, Link, ThemeButton } from '@baraza/app';
import { Avatar, IconButton } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { NotificationBell } from '../features/notification/notification-bell.tsx';
import { LanguageMenu } from '../lib/i18n/language-parts.tsx';
import { paths } from '../lib/router/paths.ts';
import { useUser } from '../lib/api/session.ts';
import { Logo } from './logo.tsx';

const Connection = lazyPart(() => import('./connection.tsx'), { quiet: true, schedule: afterFirstData });

/** The bar above signed-in screens: menu, connection, notifications and profile. */
export function TopBar({ onMenu, menuOpen }: { onMenu: () => void; menuOpen: boolean }) {
  return (
    <header className="sticky top-0 z-20 flex min-h-14 flex-wrap items-center gap-0.5 border-b border-line bg-paper px-2 py-1.5 m:gap-2 m:px-5 l:min-h-16 l:flex-nowrap l:px-8 print:hidden">
      <IconButton
        icon="menu"
        label={t`Open the menu`}
        aria-expanded={menuOpen}
        aria-haspopup="dialog"
        onClick={onMenu}
        className="l:hidden"
      />
      <Logo
        to={paths.complaints}
        className="text-md max-m:@container max-m:w-12 max-m:shrink-0 max-m:px-0.5 l:hidden"
      />
      <Connection />
      <span className="flex-1 max-m:hidden" />
      <ThemeButton className="max-m:hidden" />
      <span className="flex min-w-0 items-center justify-end gap-0.5 max-m:flex-1 m:gap-2">
        <LanguageMenu compact />
        <NotificationBell />
        <ProfileLink />
      </span>
    </header>
  );
}

function ProfileLink() {
  const { data: user } = useUser();
  const name = user ? fullName(user) : '';
  return (
    <Link
      to={paths.profile}
      className="flex min-h-11 min-w-11 items-center gap-2.5 rounded-1 p-1 text-md font-semibold text-ink no-underline hover:bg-sunken hover:no-underline max-m:flex-row-reverse m:px-2"
    >
      <span className="sr-only">{t`Profile`}: </span>
      <Avatar name={name} src={user?.profilePhoto} />
      <bdi className="min-w-0 truncate m:max-w-56">{name}</bdi>
    </Link>
  );
}
