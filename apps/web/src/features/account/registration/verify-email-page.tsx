import {
  call,
  createFailureToast,
  dropEmail,
  errorText,
  heldEmail,
  holdEmail,
  Link,
  type PendingEmail,
  PublicSheet,
  useEnter,
  useNavigate,
} from '@baraza/app';
import { useErrorTitle } from '@baraza/app/browser/document-title';
import { codeForm, limit, resendCode, verifyEmail } from '@baraza/contract';
import { Button, OtpInput } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { paths } from '../../../lib/router/paths.ts';
import { ResendCode } from '@baraza/app/account/resend-code';
import { dropTyped } from './typed-registration.ts';

export default function VerifyEmailPage() {
  const [pending] = useState(() => heldEmail('verify'));
  return pending ? <CodeForm pending={pending} /> : <GoBack />;
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

function CodeForm({ pending }: { pending: PendingEmail }) {
  const enter = useEnter();
  const [{ email, sentAt, change }, setPending] = useState(pending);
  const [code, setCode] = useState('');
  const [error, setError] = useState('');
  const [checking, setChecking] = useState(false);
  const [toast] = useState(createFailureToast);
  const boxes = useRef<{ focus: () => void }>(null);
  useErrorTitle(error !== '', t`Error:`);
  // The code is the only task of this page; screen readers read the sentence above with the first box.
  useEffect(() => boxes.current?.focus(), []);

  const verify = async (otp: string) => {
    if (checking) return;
    if (!/^[0-9]{6}$/u.test(codeForm(otp))) {
      // A refusal empties the boxes. Pressing the button then must not replace the server's message.
      if (otp !== '' || error === '') setError(t`Enter all six digits of the code.`);
      return boxes.current?.focus();
    }
    setChecking(true);
    setError('');
    toast.clear();
    try {
      const { token } = await call(verifyEmail, { body: { otp, email } });
      dropEmail('verify');
      dropTyped();
      enter(token);
    } catch (failure) {
      // Render at once: boxes that are still disabled for the pending reply cannot take the focus.
      flushSync(() => {
        setChecking(false);
        setCode('');
        setError(errorText(failure));
      });
      boxes.current?.focus();
      toast.show(errorText(failure));
    }
  };

  return (
    <PublicSheet title={t`Verify Email`} heading={t`Service Delivery Feedback Portal`}>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void verify(code);
        }}
      >
        <OtpInput
          ref={boxes}
          label={
            <Trans>
              Enter the 6-digit code sent to <strong className="wrap-anywhere">{email}</strong>
            </Trans>
          }
          boxLabel={(box, of) => t`Digit ${box} of ${of}`}
          length={limit.otpLength}
          value={code}
          onChange={setCode}
          onComplete={(otp) => void verify(otp)}
          error={error}
          errorPrefix={t`Error:`}
          disabled={checking}
        />
        <span role="status" className="sr-only">
          {checking && t`Checking the code`}
        </span>
        <Button type="submit" variant="primary" loading={checking} loadingText={t`Checking the code`}>
          {t`Verify Email`}
        </Button>
      </form>
      <p className="text-md text-ink-2">
        {t`The code works for 10 minutes. If no email arrives, check your spam folder too.`}
      </p>
      {change ? (
        <p className="text-md">
          <Trans>
            To get another code, change the email in your <Link to={paths.profile}>profile</Link> again.
          </Trans>
        </p>
      ) : (
        <>
          <ResendCode
            sentAt={sentAt}
            onSent={() => boxes.current?.focus()}
            resend={async () => {
              await call(resendCode, { body: { email } });
              setPending(holdEmail('verify', email));
              setCode('');
              setError('');
            }}
          />
          <p className="text-md">
            <Trans>
              Not your address? <Link to={paths.register}>Change it</Link>
            </Trans>
          </p>
        </>
      )}
    </PublicSheet>
  );
}
