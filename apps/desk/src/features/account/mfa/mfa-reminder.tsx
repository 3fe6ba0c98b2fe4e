import { Icon } from '@baraza/ui/icon';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Link, useLocation } from '@baraza/app/router/router';
import { paths } from '../../../lib/router/paths.ts';
import { useMe } from '../../../lib/api/session.tsx';

/** Reminds administrators, who can do most harm, to set up a second factor. */
export function MfaReminder(): ReactNode {
  const { role, mfa } = useMe();
  const { pathname } = useLocation();
  if (role !== 'administrator' || mfa || pathname === paths.mfa) return null;
  return (
    <aside className="desk-reminder" aria-label={t`Safety of your account`}>
      <Icon name="lock" size="s" className="mt-1 shrink-0" />
      <span>
        {t`Your password alone opens this account.`} <Link to={paths.mfa}>{t`Turn on two-step sign-in`}</Link>
      </span>
    </aside>
  );
}
