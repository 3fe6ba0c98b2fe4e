import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Page } from '../../../lib/page/page.tsx';
import { TwoStepPanel } from './two-step-panel.tsx';

/** The second step of the person who is signed in. */
export default function TwoStepPage(): ReactNode {
  return (
    <Page title={t`Two-step sign-in`}>
      <div className="sheet grid max-w-176 gap-4.5 p-5 m:p-6">
        <TwoStepPanel />
      </div>
    </Page>
  );
}
