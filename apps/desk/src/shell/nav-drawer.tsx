import { Drawer } from '@baraza/ui/drawer';
import { IconButton } from '@baraza/ui/icon-button';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useMe } from '../lib/api/session.tsx';
import { NavLinks } from './nav-links.tsx';

/** Shows the navigation as a drawer where there is no room for a column. */
export function NavDrawer({ open, onClose }: { open: boolean; onClose: () => void }): ReactNode {
  const me = useMe();
  return (
    <Drawer open={open} onClose={onClose} label={t`Menu`}>
      <div className="flex items-center justify-between gap-2 py-2 ps-5 pe-2">
        <bdi className="font-semibold">{me.mda?.name}</bdi>
        <IconButton icon="close" label={t`Close the menu`} onClick={onClose} />
      </div>
      <nav className="desk-nav border-0 bg-transparent" aria-label={t`Queues and pages`}>
        <NavLinks onFollow={onClose} />
      </nav>
    </Drawer>
  );
}
