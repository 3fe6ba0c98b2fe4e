import { createFailureToast, errorText } from '@baraza/app';
import { useErrorTitle } from '@baraza/app/browser/document-title';
import { codeForm, limit } from '@baraza/contract';
import { Button, OtpInput } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';

interface CodeFormProps {
  readonly label: ReactNode;
  /** Words of the button. */
  readonly yes: string;
  /** Sends the code; throws when it is refused. */
  readonly send: (otp: string) => Promise<void>;
}

/** Asks for a six-digit code and sends it once all digits are there. Mount it anew for another code. */
export function CodeForm({ label, yes, send }: CodeFormProps) {
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
      await send(otp);
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
        label={label}
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
        {yes}
      </Button>
    </form>
  );
}
