import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { NavLinks } from './nav-links.tsx';

/** Shows the navigation beside the list, from 64rem. */
export function DeskNav(): ReactNode {
  return (
    <nav className="desk-nav" aria-label={t`Queues and pages`}>
      <NavLinks />
    </nav>
  );
}
