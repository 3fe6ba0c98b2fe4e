import {
  call,
  holdEmail,
  Link,
  Navigate,
  NewPasswordFields,
  notify,
  PublicSheet,
  SubmitForm,
  useAddressField,
  useForm,
  useNavigate,
  useToken,
} from '@baraza/app';
import { fullName, isPhoneLike, register } from '@baraza/contract';
import { TextField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { paths } from '../../../lib/router/paths.ts';
import { PhotoField } from '../photo-field.tsx';
import { heldPhoto, heldTyped, holdTyped } from './typed-registration.ts';

const empty = { first_name: '', last_name: '', email: '', phone: '', password: '', confirmPassword: '' };

export default function RegisterPage() {
  const navigate = useNavigate();
  const signedIn = useToken() !== null;
  const [photo, setPhoto] = useState(heldPhoto);
  const address = useAddressField();
  const form = useForm({
    schema: async () => (await import('@baraza/contract/account/account-fields')).Registration,
    initial: { ...empty, ...heldTyped() },
    isAllRequired: true,
    labels: {
      file: t`Profile image`,
      first_name: t`First Name`,
      last_name: t`Last Name`,
      email: address.label,
      phone: t`Phone Number`,
      password: t`Password`,
      confirmPassword: t`Confirm Password`,
    },
    check: address.check,
    submit: async (values) => {
      await call(register, { form: values, files: photo ? { file: photo } : {} });
      holdEmail('verify', values.email);
      holdTyped(values, photo);
      notify.success(t`Registration successful 🎉. Redirecting...`);
      navigate(paths.verifyEmail);
    },
  });
  // Reached by pressing Back on the first screen of a new account.
  if (signedIn) return <Navigate to={paths.app} replace />;
  const name = fullName(form.values);
  const isPhone = address.takesPhone && isPhoneLike(form.values.email);

  return (
    <PublicSheet title={t`Create account`}>
      <SubmitForm form={form} yes={t`Create account`} pendingText={t`Creating your account`}>
        <PhotoField
          id={form.id('file')}
          label={t`Profile image`}
          name={name}
          photo={photo}
          onChange={setPhoto}
          error={form.errors.file}
        />
        <div className="grid items-end gap-4.5 m:grid-cols-2">
          <TextField {...form.field('first_name')} autoComplete="given-name" required />
          <TextField
            {...form.field('last_name')}
            autoComplete="family-name"
            hint={t`Only one name? Write –`}
            required
          />
        </div>
        <TextField
          {...form.field('email')}
          {...address.kind}
          autoComplete={address.takesPhone ? 'username' : 'email'}
          hint={addressHint(address.takesPhone, isPhone)}
          required
        />
        {!isPhone && (
          <TextField
            {...form.field('phone')}
            type="tel"
            autoComplete="tel"
            optionalText={t`(optional)`}
            hint={t`An officer may call you about your complaint.`}
          />
        )}
        <NewPasswordFields field={form.field} />
        <TermsNotice />
      </SubmitForm>
      <p>
        <Trans>
          Already have an account? <Link to={paths.login}>Login</Link>
        </Trans>
      </p>
    </PublicSheet>
  );
}

function addressHint(takesPhone: boolean, isPhone: boolean): string {
  if (isPhone) return t`We send a code to this number, and an SMS when something happens. Send STOP to end those.`;
  return takesPhone ? t`We send a code there.` : t`We send a code to this address.`;
}

function TermsNotice() {
  return (
    <div className="grid gap-2 text-sm text-ink-2">
      <p>{t`By creating an account you agree to the terms and the privacy notice.`}</p>
      <details>
        <summary className="min-h-6 font-semibold text-brand">{t`Terms and privacy notice`}</summary>
        <ul className="mt-2 grid list-disc gap-1.5 ps-5">
          <li>
            <Trans>
              The officers of the MDA you complain about read your name, your email, your phone number and what you
              sent. No other MDA does, and nobody else.
            </Trans>
          </li>
          <li>{t`Locations that your phone stores in photos are removed before anyone sees them.`}</li>
          <li>{t`Say what happened as you saw it. Your account is for you alone; keep its password to yourself.`}</li>
        </ul>
      </details>
    </div>
  );
}
