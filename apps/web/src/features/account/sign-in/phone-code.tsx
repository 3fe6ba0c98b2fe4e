import { call, errorText, notify, PublicSheet, say } from '@baraza/app';
import { ResendCode } from '@baraza/app/account/resend-code';
import { ApiError, type Credentials, login, phoneMessage } from '@baraza/contract';
import { Button } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { CodeForm } from '../code-form.tsx';

interface PhoneCodeProps {
  readonly typed: Credentials;
  /** What the server said: where the code went. */
  readonly asked: string;
  readonly onToken: (token: string) => void;
  readonly onBack: () => void;
}

interface Choice {
  readonly code: string;
  readonly accounts: ApiError['accounts'];
}

/** Asks for the code to log in, and which account of the number is meant. */
export default function PhoneCode({ typed, asked, onToken, onBack }: PhoneCodeProps) {
  const [sentAt, setSentAt] = useState(Date.now);
  const [choice, setChoice] = useState<Choice>();
  const { email } = typed;
  const logIn = async (code: string, account?: string) => {
    try {
      const { token } = await call(login, { body: { ...typed, code, account } });
      notify.success(t`Login successful 🎉`);
      onToken(token);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'ACCOUNT_CHOICE') throw error;
      setChoice({ code, accounts: error.accounts });
    }
  };
  if (choice) return <ChooseAccount {...choice} onChoose={(id) => logIn(choice.code, id)} />;
  return (
    <PublicSheet title={t`Login`}>
      <CodeForm
        key={sentAt}
        label={
          asked === phoneMessage.code ? (
            <Trans>
              Enter the 6-digit code sent to{' '}
              <strong dir="ltr" className="whitespace-nowrap">
                {email}
              </strong>
            </Trans>
          ) : (
            say(asked)
          )
        }
        yes={t`Login`}
        send={logIn}
      />
      <p className="text-md text-ink-2">{t`The code works for 10 minutes. An SMS can take a minute or two.`}</p>
      <div className="grid justify-items-start gap-1">
        <ResendCode
          sentAt={sentAt}
          // The boxes of the next code take the focus.
          onSent={() => undefined}
          resend={async () => {
            await call(login, { body: typed }).catch((error: unknown) => {
              if (!(error instanceof ApiError) || error.code !== 'PHONE_CODE_REQUIRED') throw error;
            });
            setSentAt(Date.now());
          }}
        />
        <Button variant="quiet" className="-ms-2.5" onClick={onBack}>{t`Use another number`}</Button>
      </div>
    </PublicSheet>
  );
}

function ChooseAccount({
  accounts,
  onChoose,
}: {
  accounts: ApiError['accounts'];
  onChoose: (id: string) => Promise<void>;
}) {
  const [failure, setFailure] = useState('');
  return (
    <PublicSheet title={t`Choose your account`}>
      <p className="text-ink-2">{t`Several people log in with this number. Who are you?`}</p>
      {failure && (
        <p role="alert" className="text-md font-semibold text-danger-ink">
          {failure}
        </p>
      )}
      <ul className="grid gap-2">
        {accounts.map(({ id, name }) => (
          <li key={id} className="grid">
            <Button
              onClick={() => {
                setFailure('');
                onChoose(id).catch((error: unknown) => setFailure(errorText(error)));
              }}
            >
              {name}
            </Button>
          </li>
        ))}
      </ul>
    </PublicSheet>
  );
}
