import { Loading } from '@baraza/app/page/loading';
import { lazyRoute } from '@baraza/app/page/lazy-route';
import { t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';
import { PasswordAgain } from '@baraza/app/account/password-again';
import { MfaReminder } from '../features/account/mfa/mfa-reminder.tsx';
import { LiveDesk } from '../features/complaint/live-desk.tsx';
import { Announcer } from '../lib/page/announcer.tsx';
import { LoadError } from '@baraza/app/page/load-error';
import { MeProvider, useMe, useMeQuery } from '../lib/api/session.tsx';
import { DeskNav } from './desk-nav.tsx';
import { NavDrawer } from './nav-drawer.tsx';
import { PublicShell } from './public-shell.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { TopBar } from './top-bar.tsx';
import { useDeskKeys } from './use-desk-keys.ts';

const MfaFirst = lazyRoute(() => import('../features/account/mfa/mfa-first.tsx'));

/** Loads who is signed in, then shows the frame with the screen inside. */
export default function DeskShell({ children }: { children: ReactNode }): ReactNode {
  const query = useMeQuery();
  if (query.data?.mustEnrol) {
    return (
      <PublicShell>
        <MfaFirst />
      </PublicShell>
    );
  }
  if (query.data) {
    return (
      <MeProvider me={query.data}>
        <Frame>{children}</Frame>
      </MeProvider>
    );
  }
  if (!query.error) return <Loading />;
  return (
    <main className="mx-auto max-w-xl p-6">
      <h1 className="mb-4">{t`MDA desk`}</h1>
      <LoadError title={t`The desk could not be opened.`} query={query} />
    </main>
  );
}

function Frame({ children }: { children: ReactNode }): ReactNode {
  const [menu, setMenu] = useState(false);
  const [help, setHelp] = useState(false);
  const openHelp = () => setHelp(true);
  useDeskKeys(openHelp);
  const { role } = useMe();
  return (
    <div className="desk">
      <a className="skip-link" href="#work">
        {t`Skip to the content`}
      </a>
      <TopBar menuOpen={menu} onMenu={() => setMenu(true)} onHelp={openHelp} />
      <MfaReminder />
      <div className="desk-grid">
        <DeskNav />
        {children}
      </div>
      <NavDrawer open={menu} onClose={() => setMenu(false)} />
      <ShortcutsDialog open={help} onClose={() => setHelp(false)} />
      <Announcer />
      <PasswordAgain />
      {role !== 'administrator' && <LiveDesk />}
    </div>
  );
}
