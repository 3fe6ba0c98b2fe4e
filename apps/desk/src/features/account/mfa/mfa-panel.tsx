import { notify } from '@baraza/app/notify';
import type { Mfa } from '@baraza/contract';
import { Button } from '@baraza/ui/button';
import { Notice } from '@baraza/ui/notice';
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { DayText } from '../../../lib/format/date-text.tsx';
import { Loaded } from '../../../lib/page/loaded.tsx';
import { ProofDialog } from './proof-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { mfaCalls, useMfa, useMfaChanged } from '../mfa.api.ts';
import { MfaSetup } from './mfa-setup.tsx';

/** Sets the caller's second factor up, renews recovery codes, and turns it off. */
export function MfaPanel(): ReactNode {
  const query = useMfa();
  const changed = useMfaChanged();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const onKept = () => {
    setCodes(null);
    notify.success(t`Two-step sign-in is on.`);
    void changed();
  };
  if (codes) return <RecoveryCodes codes={codes} onKept={onKept} />;
  return (
    <Loaded query={query} failed={t`This could not be loaded.`} loading={t`Loading`} cards={1} lines={2}>
      {(state) =>
        state.since === null ? (
          <MfaSetup onCodes={setCodes} />
        ) : (
          <MfaOn state={state} since={state.since} onCodes={setCodes} onOff={changed} />
        )
      }
    </Loaded>
  );
}

type MfaOnProps = {
  state: Mfa;
  since: string;
  onCodes: (codes: readonly string[]) => void;
  onOff: () => Promise<unknown>;
};

function MfaOn({ state, since, onCodes, onOff }: MfaOnProps): ReactNode {
  const [open, setOpen] = useState<'renew' | 'off' | null>(null);
  const close = () => setOpen(null);
  const { recoveryCodesLeft: left } = state;
  return (
    <>
      <Notice tone="success" title={t`Two-step sign-in is on`}>
        <Trans>
          Since <DayText at={since} />.
        </Trans>{' '}
        <Plural
          value={left}
          _0="No recovery code is left."
          one="# recovery code is left."
          other="# recovery codes are left."
        />
      </Notice>
      {left < 3 && (
        <Notice tone="warning">{t`Make new recovery codes, so that you can log in without your phone.`}</Notice>
      )}
      <div className="grid justify-items-start gap-3 m:flex">
        <Button onClick={() => setOpen('renew')}>{t`New recovery codes`}</Button>
        <Button variant="quiet" className="max-m:-ms-2.5" onClick={() => setOpen('off')}>
          {t`Turn off`}
        </Button>
      </div>
      {open === 'renew' && (
        <ProofDialog
          title={t`New recovery codes`}
          yes={t`Make new codes`}
          onClose={close}
          act={async (proof) => {
            const { recoveryCodes } = await mfaCalls.renew(proof);
            close();
            onCodes(recoveryCodes);
          }}
        >
          {t`The older ones no longer work from then on.`}
        </ProofDialog>
      )}
      {open === 'off' && (
        <ProofDialog
          title={t`Turn off two-step sign-in?`}
          yes={t`Turn off`}
          onClose={close}
          act={async (proof) => {
            await mfaCalls.end(proof);
            notify.success(t`Two-step sign-in is off.`);
            close();
            await onOff();
          }}
        >
          {state.required
            ? t`It is required here: you have to set it up again before you can go on working.`
            : t`Then your password alone logs you in. Everywhere else you will be logged out.`}
        </ProofDialog>
      )}
    </>
  );
}
