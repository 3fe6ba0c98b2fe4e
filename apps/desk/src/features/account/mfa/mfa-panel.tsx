import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  call,
  CopyButton,
  endpointQuery,
  FormDialog,
  notify,
  saveFile,
  SecretField,
  useForm,
  usePortal,
} from '@baraza/app';
import { endMfa, getMfa, getStaffMe, type Mfa, renewRecoveryCodes } from '@baraza/contract';
import { Button, Notice, TextField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useState, type ReactNode, useEffect, useRef } from 'react';
import { DayText } from '../../../lib/format/date-text.tsx';
import { Loaded } from '../../../lib/page/page.tsx';
import { MfaSetup } from './mfa-setup.tsx';

/** Sets up or turns off the caller's second factor, and renews recovery codes. */
export function MfaPanel() {
  const client = useQueryClient();
  const query = useQuery(endpointQuery(getMfa));
  const changed = () =>
    Promise.all([getMfa, getStaffMe].map((endpoint) => client.invalidateQueries(endpointQuery(endpoint))));
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const onKept = () => {
    setCodes(null);
    notify.success(t`Two-step sign-in is on.`);
    void changed();
  };
  if (codes) return <RecoveryCodes codes={codes} onKept={onKept} />;
  return (
    <Loaded query={query}>
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

function MfaOn({ state, since, onCodes, onOff }: MfaOnProps) {
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
        <Notice tone="warning">{t`Create new recovery codes, so that you can log in without your phone.`}</Notice>
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
          yes={t`Create new codes`}
          onClose={close}
          act={async (proof) => {
            const { recoveryCodes } = await call(renewRecoveryCodes, { body: proof });
            close();
            onCodes(recoveryCodes);
          }}
        >
          {t`The old codes will stop working.`}
        </ProofDialog>
      )}
      {open === 'off' && (
        <ProofDialog
          title={t`Turn off two-step sign-in?`}
          yes={t`Turn off`}
          onClose={close}
          act={async (proof) => {
            await call(endMfa, { body: proof });
            notify.success(t`Two-step sign-in is off.`);
            close();
            await onOff();
          }}
        >
          {state.required
            ? t`It is required here: you have to set it up again before you can go on working.`
            : t`After that you log in with your password alone. You will be logged out everywhere else.`}
        </ProofDialog>
      )}
    </>
  );
}

type ProofDialogProps = {
  title: string;
  children: ReactNode;
  yes: string;
  act: (proof: { currentPassword: string; code: string }) => Promise<void>;
  onClose: () => void;
};

function ProofDialog({ title, children, yes, act, onClose }: ProofDialogProps) {
  const form = useForm({
    schema: endMfa.body,
    initial: { currentPassword: '', code: '' },
    labels: { currentPassword: t`Current Password`, code: t`Code from your app, or a recovery code` },
    submit: act,
  });
  return (
    <FormDialog form={form} title={title} yes={yes} onClose={onClose}>
      <p className="text-ink-2">{children}</p>
      <SecretField {...form.field('currentPassword')} autoComplete="current-password" required />
      <TextField {...form.field('code')} autoComplete="one-time-code" maxLength={40} required />
    </FormDialog>
  );
}

function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { productName } = usePortal();
  const list = useRef<HTMLOListElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = `${codes.join('\n')}\n`;
  return (
    <section className="grid gap-4">
      <h2 ref={heading} tabIndex={-1}>
        {t`Your recovery codes`}
      </h2>
      <Notice tone="warning">
        {t`They are shown only once. With each of them you can log in once without your phone.`}
      </Notice>
      <ol ref={list} className="mono sheet grid gap-x-8 gap-y-1.5 p-4 m:grid-cols-2" dir="ltr" translate="no">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <CopyButton value={text} label={t`Copy the recovery codes`} target={list} />
        <Button
          icon="download"
          onClick={() =>
            saveFile({ fileName: `${productName}-recovery-codes.txt`, blob: new Blob([text], { type: 'text/plain' }) })
          }
        >
          {t`Download`}
        </Button>
        <Button icon="print" onClick={() => window.print()}>
          {t`Print`}
        </Button>
      </div>
      <Button variant="primary" className="justify-self-start" onClick={onKept}>
        {t`I have saved them`}
      </Button>
    </section>
  );
}
