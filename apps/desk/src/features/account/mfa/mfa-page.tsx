import { t } from '@lingui/core/macro';
import { Page } from '../../../lib/page/page.tsx';
import { ProviderButton } from '../sign-in/provider-button.tsx';
import { ProviderNotice, useProviderReturn } from '../sign-in/provider-return.tsx';
import { MfaPanel } from './mfa-panel.tsx';

/** Shows the second factor of the caller, and links their account to the sign-in provider. */
export default function MfaPage() {
  const came = useProviderReturn();
  return (
    <Page title={t`Two-step sign-in`}>
      <ProviderNotice came={came} />
      <div className="sheet grid max-w-176 gap-4.5 p-5 m:p-6">
        <MfaPanel />
      </div>
      <div className="max-w-176 justify-self-start">
        <ProviderButton link />
      </div>
    </Page>
  );
}
