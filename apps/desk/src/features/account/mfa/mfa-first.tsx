import { Button, Notice } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { leave } from '@baraza/app/api/leave';
import { PublicSheet } from '@baraza/app';
import { MfaPanel } from './mfa-panel.tsx';

/** Requires setting up MFA before the desk opens. */
export default function MfaFirst() {
  return (
    <PublicSheet title={t`Two-step sign-in`}>
      <Notice tone="info">{t`Two-step sign-in is required here. Set it up once to open the desk.`}</Notice>
      <MfaPanel />
      <Button variant="quiet" className="-ms-2.5 justify-self-start" onClick={() => void leave()}>
        {t`Log Out`}
      </Button>
    </PublicSheet>
  );
}
