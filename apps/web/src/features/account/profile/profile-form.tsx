import {
  call,
  endpointQuery,
  FormProblem,
  holdEmail,
  Link,
  notify,
  rememberReturn,
  SecretField,
  useForm,
} from '@baraza/app';
import { emailForm, fullName, getUser, isPhoneLike, message, updateProfile, type User } from '@baraza/contract';
import { Button, buttonClass, Notice, TextField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { paths } from '../../../lib/router/paths.ts';
import { PhotoField } from '../photo-field.tsx';

const loaded = (user: User) => ({
  first_name: user.first_name,
  last_name: user.last_name,
  phone: user.phone ?? '',
  email: user.email,
  currentPassword: '',
});

/** Form for name, phone, e-mail and photo. Save is enabled once a field differs from its loaded value. */
export function ProfileForm({ user }: { user: User }) {
  const client = useQueryClient();
  const [photo, setPhoto] = useState<File | null>(null);
  const [saved, setSaved] = useState(false);
  const isByPhone = user.by_phone === true;
  const isNewEmail = (email: string) => emailForm(email) !== user.email;
  const isNewNumber = (phone: string) => isByPhone && phone !== user.phone;
  const form = useForm({
    schema: async () => (await import('@baraza/contract/account/account-fields')).ProfileFields,
    initial: loaded(user),
    labels: {
      file: t`Profile image`,
      first_name: t`First Name`,
      last_name: t`Last Name`,
      phone: t`Phone Number`,
      email: t`Email`,
      currentPassword: isByPhone ? t`Password, to confirm the change` : t`Password, to confirm the new email`,
    },
    check: ({ email, phone, currentPassword }): Record<string, string> => ({
      ...(email === '' && user.email !== '' && { email: message.required }),
      ...((isNewEmail(email) || isNewNumber(phone)) && currentPassword === '' && { currentPassword: message.required }),
    }),
    submit: async (values) => {
      const { currentPassword, ...rest } = values;
      const fresh = await call(updateProfile, {
        form: currentPassword ? { ...rest, currentPassword } : rest,
        files: photo ? { file: photo } : {},
      });
      client.setQueryData(endpointQuery(getUser).queryKey, fresh);
      form.reset(loaded(fresh));
      setPhoto(null);
      setSaved(true);
      notify.success(t`Profile updated successfully 🎉`);
    },
  });
  const before = loaded(user);
  const { currentPassword: _, ...now } = form.values;
  const changed =
    photo !== null || Object.entries(now).some(([name, value]) => before[name as keyof typeof now] !== value);

  return (
    <form noValidate className="sheet grid gap-4.5 p-5 m:p-6" onSubmit={form.onSubmit} onInput={() => setSaved(false)}>
      <FormProblem problem={form.problem} />
      {saved && <Notice tone="success">{t`Your profile is saved.`}</Notice>}
      {user.pendingEmail && <NewAddressNotice user={user} pending={user.pendingEmail} />}
      <PhotoField
        id={form.id('file')}
        label={t`Profile image`}
        name={fullName(user)}
        current={user.profilePhoto}
        photo={photo}
        onChange={setPhoto}
        error={form.errors.file}
      />
      <div className="grid items-end gap-4.5 m:grid-cols-2">
        <TextField {...form.field('first_name')} autoComplete="given-name" required />
        <TextField {...form.field('last_name')} autoComplete="family-name" hint={t`Only one name? Write –`} required />
        <TextField {...form.field('phone')} type="tel" autoComplete="tel" required />
        <TextField
          {...form.field('email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          {...(user.email === '' ? { optionalText: t`(optional)` } : { required: true })}
        />
      </div>
      {(isNewEmail(form.values.email) || isNewNumber(form.values.phone)) && (
        <>
          <p className="text-md text-ink-2">
            {isNewNumber(form.values.phone) ? (
              t`To change the number you log in with, enter your password. The new number must then be verified with a code.`
            ) : (
              <Trans>
                To change your email, enter the password you log in with. The new address must then be verified with a
                code.
              </Trans>
            )}
          </p>
          <SecretField {...form.field('currentPassword')} autoComplete="current-password" required />
        </>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" disabled={!changed} loading={form.pending} loadingText={t`Saving`}>
          {t`Save changes`}
        </Button>
        {changed && (
          <span className="inline-flex items-center gap-2 text-sm text-ink-2">
            <span aria-hidden="true" className="size-2 rounded-full bg-gold" />
            {t`Not saved yet`}
          </span>
        )}
      </div>
    </form>
  );
}

/** Says that a new e-mail address or log-in number waits for its code. */
function NewAddressNotice({ user: { email }, pending }: { user: User; pending: string }) {
  const toCode = () => {
    holdEmail('verify', pending, true);
    rememberReturn(paths.profile);
  };
  return (
    <Notice
      tone="warning"
      actions={
        <Link to={paths.verifyEmail} onClick={toCode} className={buttonClass({ size: 's', className: 'min-h-11' })}>
          {t`Enter the code`}
        </Link>
      }
    >
      {isPhoneLike(pending) || email === '' ? (
        <Trans>
          We sent a code to{' '}
          <strong dir="ltr" className="wrap-anywhere">
            {pending}
          </strong>
          . Until you enter it, nothing changes.
        </Trans>
      ) : (
        <Trans>
          We sent a code to <strong className="wrap-anywhere">{pending}</strong>. Until you enter it,{' '}
          <strong className="wrap-anywhere">{email}</strong> stays your email.
        </Trans>
      )}
    </Notice>
  );
}
