import { confirmMfa, type ReplyOf, startMfa } from '@baraza/contract';
import { TextField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { call, CopyButton, SecretField, SubmitForm, useForm } from '@baraza/app';
import { QrCode } from '@baraza/ui/qr-code';

type AppKey = ReplyOf<typeof startMfa>;

/** Turns on the second factor: password, then key for the app, then first code. */
export function MfaSetup({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const [appKey, setAppKey] = useState<AppKey | null>(null);
  return appKey ? <FirstCode appKey={appKey} onCodes={onCodes} /> : <PasswordFirst onKey={setAppKey} />;
}

function PasswordFirst({ onKey }: { onKey: (appKey: AppKey) => void }) {
  const form = useForm({
    schema: startMfa.body,
    initial: { currentPassword: '' },
    labels: { currentPassword: t`Current Password` },
    submit: async (body) => onKey(await call(startMfa, { body })),
  });
  return (
    <>
      <p className="text-ink-2">
        <Trans>
          After your password, the desk will ask for six digits from an app on your phone. Somebody who learns your
          password cannot log in without your phone. Any authenticator app will do.
        </Trans>
      </p>
      <SubmitForm form={form} yes={t`Set it up`} pendingText={t`Creating a key`} narrow className="max-w-96">
        <SecretField {...form.field('currentPassword')} autoComplete="current-password" required />
      </SubmitForm>
    </>
  );
}

function FirstCode({ appKey, onCodes }: { appKey: AppKey; onCodes: (codes: readonly string[]) => void }) {
  const key = useRef<HTMLSpanElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const form = useForm({
    schema: confirmMfa.body,
    initial: { code: '' },
    labels: { code: t`Code from your app` },
    submit: async (body) => onCodes((await call(confirmMfa, { body })).recoveryCodes),
  });
  const inFours = appKey.key.match(/.{1,4}/gu)?.join(' ') ?? '';
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {t`Scan this with your app`}
      </h2>
      <QrCode value={appKey.address} label={t`QR code with the key for your authenticator app`} />
      <div className="grid gap-1">
        <p className="text-ink-2">{t`Or type this key into it:`}</p>
        <p className="flex flex-wrap items-center gap-1">
          <span ref={key} className="mono font-medium break-all" dir="ltr" translate="no">
            {inFours}
          </span>
          <CopyButton value={appKey.key} label={t`Copy the key`} target={key} />
        </p>
      </div>
      <SubmitForm form={form} yes={t`Turn on`} pendingText={t`Turning on`} narrow className="max-w-96">
        <TextField
          {...form.field('code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          hint={t`The six digits that the app shows now.`}
          required
        />
      </SubmitForm>
    </>
  );
}
