import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Page } from '../../../lib/page/page.tsx';
import { MfaPanel } from './mfa-panel.tsx';

/** The second step of the person who is signed in. */
export default function MfaPage(): ReactNode {
  return (
    <Page title={t`Two-step sign-in`}>
      <div className="sheet grid max-w-176 gap-4.5 p-5 m:p-6">
        <MfaPanel />
      </div>
    </Page>
  );
}
