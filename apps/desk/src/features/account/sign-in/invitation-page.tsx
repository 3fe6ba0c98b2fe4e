import { useQuery } from '@tanstack/react-query';
import {
  call,
  Link,
  type LoginState,
  NewPasswordFields,
  notify,
  PublicSheet,
  SubmitForm,
  useForm,
  useLocation,
  useNavigate,
} from '@baraza/app';
import { acceptInvitation, readInvitation } from '@baraza/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Loaded } from '../../../lib/page/page.tsx';
import { paths } from '../../../lib/router/paths.ts';
import { ProviderButton } from './provider-button.tsx';

/** Sets the password of an invited account. The link carries its token after the #. */
export default function InvitationPage() {
  const { hash } = useLocation();
  const [invitation] = useState(hash.slice(1));
  const query = useQuery({
    queryKey: [readInvitation.path, invitation],
    queryFn: ({ signal }) => call(readInvitation, { body: { invitation } }, { signal }),
    retry: false,
  });
  return (
    <PublicSheet title={t`Welcome to the desk`}>
      <Loaded query={query} failed={t`This invitation could not be opened.`}>
        {({ email, first_name }) => <PasswordForm invitation={invitation} email={email} name={first_name} />}
      </Loaded>
      {query.isError && !query.data && (
        <Link to={paths.login} className="justify-self-start font-semibold">
          {t`To the login`}
        </Link>
      )}
    </PublicSheet>
  );
}

function PasswordForm({ invitation, email, name }: { invitation: string; email: string; name: string }) {
  const navigate = useNavigate();
  const form = useForm({
    schema: acceptInvitation.body,
    initial: { invitation, password: '', confirmPassword: '' },
    labels: { password: t`New Password`, confirmPassword: t`Confirm Password`, invitation: '' },
    submit: async (body) => {
      await call(acceptInvitation, { body });
      notify.success(t`Your password is set 🎉`);
      navigate(paths.login, { replace: true, state: { note: 'invitation-accepted' } satisfies LoginState });
    },
  });
  return (
    <>
      <p className="text-ink-2">
        <Trans>
          Hello <bdi>{name}</bdi>. Choose a password for <strong className="wrap-anywhere text-ink">{email}</strong>;
          then log in with it.
        </Trans>
      </p>
      <SubmitForm form={form} yes={t`Set the password`} pendingText={t`Saving the new password`}>
        {/* Names the account to password managers. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordFields field={form.field} />
      </SubmitForm>
      <ProviderButton invitation={invitation} />
    </>
  );
}
