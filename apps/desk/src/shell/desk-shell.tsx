import { lazyRoute, LoadError, Loading, PasswordAgain, useNavigate, say } from '@baraza/app';
import { counterRoles, type StaffRole } from '@baraza/contract';
import { t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';
import { LiveDesk } from '../features/complaint/live-desk.ts';
import { Announcer } from '../lib/page/announcer.tsx';
import { MeContext, readsComplaints, useMe, useMeQuery } from '../lib/api/session.tsx';
import { PublicShell } from './public-shell.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { TopBar } from './top-bar.tsx';
import { NavLinks } from './nav-links.tsx';
import { Drawer, IconButton } from '@baraza/ui';
import { useFilterSuffix } from '../features/complaint/queue/use-filter-suffix.ts';
import { queuesOf } from '../features/complaint/queues.ts';
import { paths } from '../lib/router/paths.ts';
import { useShortcuts } from '../lib/shortcut/shortcuts.ts';

const MfaFirst = lazyRoute(() => import('../features/account/mfa/mfa-first.tsx'));

/** Loads the signed-in person, then shows the frame with the screen inside. */
export default function DeskShell({ children }: { children: ReactNode }) {
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
      <MeContext value={query.data}>
        <Frame>{children}</Frame>
      </MeContext>
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

function Frame({ children }: { children: ReactNode }) {
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
      <div className="desk-grid">
        <nav
          className="relative overflow-auto border-e border-line bg-surface px-2.5 py-3.5 max-l:hidden print:hidden"
          aria-label={t`Queues and pages`}
        >
          <NavLinks />
        </nav>
        {children}
      </div>
      {menu && <NavDrawer onClose={() => setMenu(false)} />}
      {help && <ShortcutsDialog onClose={() => setHelp(false)} />}
      <Announcer />
      <PasswordAgain />
      {readsComplaints(role) && <LiveDesk />}
    </div>
  );
}

function NavDrawer({ onClose }: { onClose: () => void }) {
  const me = useMe();
  return (
    <Drawer onClose={onClose} label={t`Menu`}>
      <div className="flex items-center justify-between gap-2 py-2 ps-5 pe-2">
        <bdi className="font-semibold">{me.mda && say(me.mda.name)}</bdi>
        <IconButton icon="close" label={t`Close the menu`} onClick={onClose} />
      </div>
      <nav className="relative overflow-auto px-2.5 py-3.5" aria-label={t`Queues and pages`}>
        <NavLinks onFollow={onClose} />
      </nav>
    </Drawer>
  );
}

function useDeskKeys(openHelp: () => void): void {
  const navigate = useNavigate();
  const { role } = useMe();
  const queues = readsComplaints(role) ? queuesOf(role).filter((queue) => queue.shortcut) : [];
  const suffix = useFilterSuffix();
  const openQueues = queues.map(({ key, shortcut }) => [`g ${shortcut}`, () => navigate(paths.queue(key) + suffix)]);
  const files = (counterRoles as readonly StaffRole[]).includes(role);
  const fileNew = files ? () => navigate(paths.newComplaint) : undefined;
  useShortcuts({ '?': openHelp, c: fileNew, ...Object.fromEntries(openQueues) });
}
