import {
  call,
  dropEmail,
  heldEmail,
  holdEmail,
  Link,
  type PendingEmail,
  PublicSheet,
  useEnter,
  useNavigate,
} from '@baraza/app';
import { ResendCode } from '@baraza/app/account/resend-code';
import { isPhoneLike, resendCode, verifyEmail } from '@baraza/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { paths } from '../../../lib/router/paths.ts';
import { CodeForm } from '../code-form.tsx';
import { dropTyped } from './typed-registration.ts';

export default function VerifyEmailPage() {
  const [pending] = useState(() => heldEmail('verify'));
  return pending ? <CodeSheet pending={pending} /> : <GoBack />;
}

/** Shown if no e-mail address is waiting for its code. */
function GoBack() {
  const navigate = useNavigate();
  const gone = useRef(false);
  useEffect(() => {
    if (gone.current) return;
    gone.current = true;
    if (window.history.length > 1) navigate(-1);
    else navigate(paths.landing, { replace: true });
  });
  return null;
}

function CodeSheet({ pending }: { pending: PendingEmail }) {
  const enter = useEnter();
  const [{ email, sentAt, change }, setPending] = useState(pending);
  const isPhone = isPhoneLike(email);
  return (
    <PublicSheet
      title={isPhone ? t`Confirm phone number` : t`Verify Email`}
      heading={t`Service Delivery Feedback Portal`}
    >
      <CodeForm
        key={sentAt}
        label={
          <Trans>
            Enter the 6-digit code sent to{' '}
            <strong {...(isPhone && { dir: 'ltr' })} className="wrap-anywhere">
              {email}
            </strong>
          </Trans>
        }
        yes={isPhone ? t`Confirm phone number` : t`Verify Email`}
        send={async (otp) => {
          const { token } = await call(verifyEmail, { body: { otp, email } });
          dropEmail('verify');
          dropTyped();
          enter(token);
        }}
      />
      <p className="text-md text-ink-2">
        {isPhone
          ? t`The code works for 10 minutes. An SMS can take a minute or two.`
          : t`The code works for 10 minutes. If no email arrives, check your spam folder too.`}
      </p>
      <Otherwise isPhone={isPhone} isChange={change}>
        <ResendCode
          sentAt={sentAt}
          // The boxes of the next code take the focus.
          onSent={() => undefined}
          resend={async () => {
            await call(resendCode, { body: { email } });
            setPending(holdEmail('verify', email));
          }}
        />
      </Otherwise>
    </PublicSheet>
  );
}

/** What somebody does to whom no code arrives. */
function Otherwise({ isPhone, isChange, children }: { isPhone: boolean; isChange: boolean; children: ReactNode }) {
  if (isChange)
    return (
      <p className="text-md">
        {isPhone ? (
          <Trans>
            To get another code, change the phone number in your <Link to={paths.profile}>profile</Link> again.
          </Trans>
        ) : (
          <Trans>
            To get another code, change the email in your <Link to={paths.profile}>profile</Link> again.
          </Trans>
        )}
      </p>
    );
  return (
    <>
      {children}
      <p className="text-md">
        {isPhone ? (
          <Trans>
            Not your number? <Link to={paths.register}>Change it</Link>
          </Trans>
        ) : (
          <Trans>
            Not your address? <Link to={paths.register}>Change it</Link>
          </Trans>
        )}
      </p>
    </>
  );
}
