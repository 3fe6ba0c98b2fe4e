import {
  afterFirstData,
  afterStart,
  afterTouch,
  lazyPart,
  Link,
  PasswordAgain,
  useLocation,
  useWide,
} from '@baraza/app';
import { Drawer, Icon, IconButton } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useEffect, useState, type MouseEvent, type ReactNode } from 'react';
import { countDrafts } from '../lib/draft/draft-store.ts';
import { paths } from '../lib/router/paths.ts';
import { Logo } from './logo.tsx';
import { TranslationNote } from '../lib/i18n/language-parts.tsx';
import { emptyForNext, useUser } from '../lib/api/session.ts';
import { readOutbox } from '../lib/outbox/outbox.ts';
import { useOutbox, useUnsent } from '../lib/outbox/use-outbox.ts';
import { TopBar } from './top-bar.tsx';

const loadLogout = async () => ({ default: (await import('@baraza/app/account/logout-dialog')).LogoutDialog });
const LogoutDialog = lazyPart(loadLogout);

function skip(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

/** The frame of signed-in screens: sidebar or slide-in menu, top bar, and the screen. */
export function AppShell({ children }: { children: ReactNode }) {
  const [menu, setMenu] = useState(false);
  const [leaving, setLeaving] = useState(false);
  // Loaded early, since people also log out while offline.
  useEffect(() => afterTouch(() => void loadLogout().catch(() => undefined)), []);
  const isWide = useWide();
  const closeMenu = () => setMenu(false);
  const onLogout = () => {
    closeMenu();
    setLeaving(true);
  };
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] l:grid-cols-[15.5rem_minmax(0,1fr)] print:block">
      <a href="#main" className="skip-link" onClick={skip}>
        {t`Skip to the content`}
      </a>
      {isWide && (
        <div className="border-e border-line bg-surface print:hidden">
          <div className="sticky top-0 flex h-dvh flex-col overflow-y-auto px-3.5 pt-4.5 pb-4">
            <Navigation onLogout={onLogout}>
              <Logo to={paths.complaints} />
            </Navigation>
          </div>
        </div>
      )}
      <div className="flex min-w-0 flex-col">
        <TopBar onMenu={() => setMenu(true)} menuOpen={menu} />
        <main id="main" tabIndex={-1} className="mx-auto w-full max-w-264 flex-1 px-4 pt-5 pb-16 m:px-5 l:px-8 l:pt-7">
          {children}
        </main>
        <footer>
          <TranslationNote to={paths.languageReview} />
        </footer>
      </div>
      {menu && (
        <Drawer onClose={closeMenu} label={t`Menu`}>
          <div className="flex min-h-full flex-col px-3.5 pt-2.5 pb-4">
            <Navigation onNavigate={closeMenu} onLogout={onLogout}>
              <div className="flex items-center justify-between gap-2">
                <Logo to={paths.complaints} />
                <IconButton icon="close" label={t`Close the menu`} onClick={closeMenu} />
              </div>
            </Navigation>
          </div>
        </Drawer>
      )}
      {leaving && <LogoutQuestion onClose={() => setLeaving(false)} />}
      <PasswordAgain />
      <Sending />
    </div>
  );
}

/** Opens once the number of unsent items is known. Its buttons must not change under the finger. */
function LogoutQuestion({ onClose }: { onClose: () => void }) {
  const unsent = useUnsent();
  return unsent && <LogoutDialog countDrafts={countDrafts} unsent={unsent} onClose={onClose} />;
}

/** Sends the outbox. A separate component, so that the frame does not render again when the account is known. */
function Sending(): null {
  const account = useUser().data?.id;
  const hasItems = useOutbox(account).items.length > 0;
  // Before anything is written, since the connection may be lost by the time it is sent.
  const [isDue, setDue] = useState(false);
  useEffect(() => (hasItems ? setDue(true) : afterTouch(() => setDue(true))), [hasItems]);
  useEffect(() => {
    if (account === undefined) return;
    void emptyForNext(account).catch(() => undefined);
    const read = async () => (await import('./read-ahead.ts')).readAhead();
    const cancelOutbox = afterFirstData(() => void readOutbox());
    const cancelRead = afterTouch(() => void afterStart(() => void read().catch(() => undefined)));
    return () => {
      cancelOutbox();
      cancelRead();
    };
  }, [account]);
  useEffect(() => {
    if (account === undefined || !isDue) return;
    let isOver = false;
    let stop: () => void = () => undefined;
    const send = async () => {
      const { startOutbox } = await import('../lib/outbox/send.ts');
      if (!isOver) stop = startOutbox(account);
    };
    const cancelSend = afterFirstData(() => void send().catch(() => undefined));
    return () => {
      cancelSend();
      isOver = true;
      stop();
    };
  }, [account, isDue]);
  return null;
}

const look =
  'relative flex min-h-11 w-full items-center gap-3 rounded-1 px-3 py-2 text-start text-md leading-[1.3] font-medium text-ink-2 no-underline hover:bg-sunken hover:text-ink hover:no-underline aria-[current]:bg-brand-soft aria-[current]:font-bold aria-[current]:text-brand-soft-ink before:absolute before:inset-y-2 before:start-0 before:w-1 before:rounded-pill aria-[current]:before:bg-brand';

const items = () =>
  [
    { to: paths.complaints, icon: 'complaint', text: t`Complaints`, under: /^\/app\/(?:complaint|history)/iu },
    { to: paths.mdas, icon: 'mda', text: t`MDA's`, under: /^\/app\/mda/iu },
    { to: paths.feedbacks, icon: 'feedback', text: t`Feedback`, under: /^\/app\/feedback/iu },
    { to: paths.support, icon: 'support', text: t`Customer Support`, under: /^\/app\/chat/iu },
    { to: paths.profile, icon: 'user', text: t`Profile`, under: /^\/app\/profile/iu },
  ] as const;

interface NavigationProps {
  readonly onLogout: () => void;
  readonly onNavigate?: () => void;
  readonly children: ReactNode;
}

function Navigation({ onLogout, onNavigate, children }: NavigationProps) {
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
      <button type="button" className={`${look} mt-auto`} onClick={onLogout}>
        <Icon name="logout" />
        {t`Logout`}
      </button>
    </nav>
  );
}
