import { Bell, Link, useNavigate, useNotifications, useOnline, useWide, say } from '@baraza/app';
import { IconButton, RingMark } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { SearchBox } from '../features/complaint/queue/search-box.tsx';
import { searchQueue } from '../features/complaint/queues.ts';
import { paths } from '../lib/router/paths.ts';
import { readsComplaints, useMe } from '../lib/api/session.tsx';
import { AccountMenu } from './account-menu.tsx';
import { notificationLink } from '@baraza/contract';
import { refreshPause } from '../features/complaint/live-desk.ts';

/** Shows MDA, search, shortcuts and account menu above every screen. */
export function TopBar({ menuOpen, onMenu, onHelp }: { menuOpen: boolean; onMenu: () => void; onHelp: () => void }) {
  const me = useMe();
  const wide = useWide();
  const navigate = useNavigate();
  return (
    <header className="desk-bar on-dark">
      <IconButton
        icon="menu"
        label={t`Open the menu`}
        aria-expanded={menuOpen}
        aria-haspopup="dialog"
        onDark
        onClick={onMenu}
        className="-ms-1.5 l:hidden"
      />
      <Link
        to="/"
        className="flex min-h-11 items-center gap-2.5 rounded-1 font-display text-lead font-bold text-banner-ink no-underline hover:no-underline"
      >
        <RingMark className="size-7.5" />
        {t`MDA desk`}
      </Link>
      {(me.mda || me.centre) && (
        <bdi className="min-w-0 truncate border-s border-banner-dot ps-3 font-semibold max-m:hidden">
          {me.mda ? say(me.mda.name) : me.centre}
        </bdi>
      )}
      <OfflineChip />
      <span className="flex-1" />
      {wide && readsComplaints(me.role) && (
        <>
          <div className="max-w-120 flex-[4]">
            <SearchBox />
          </div>
          <span className="flex-1" />
        </>
      )}
      {/* Stays together at the end of a bar of two lines, so that its menus have room. */}
      <span className="ms-auto flex items-center gap-1.5">
        {!wide && readsComplaints(me.role) && (
          <IconButton icon="search" label={t`Search`} onDark onClick={() => navigate(paths.queue(searchQueue.key))} />
        )}
        <IconButton className="max-l:hidden" icon="keyboard" label={t`Keyboard shortcuts`} onDark onClick={onHelp} />
        {readsComplaints(me.role) && <NotificationBell />}
        <AccountMenu />
      </span>
    </header>
  );
}

function OfflineChip() {
  const online = useOnline();
  return (
    <p role="status" className="text-sm font-semibold text-gold">
      {!online && t`Offline. You can keep writing.`}
    </p>
  );
}

function NotificationBell() {
  const query = useNotifications(refreshPause);
  return (
    <Bell
      onDark
      query={query}
      linkOf={({ complaintId, step }) => notificationLink(complaintId ?? '', Number(step) || null)}
    />
  );
}
