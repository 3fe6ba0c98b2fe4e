import { t } from '@lingui/core/macro';
import { Page } from '../../../lib/page/page.tsx';
import { MfaPanel } from './mfa-panel.tsx';

/** Shows the second factor of the caller. */
export default function MfaPage() {
  return (
    <Page title={t`Two-step sign-in`}>
      <div className="sheet grid max-w-176 gap-4.5 p-5 m:p-6">
        <MfaPanel />
      </div>
    </Page>
  );
}
