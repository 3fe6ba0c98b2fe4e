import { call, SubmitForm, useForm, usePortal } from '@baraza/app';
import { linkProvider, startProviderSignIn } from '@baraza/contract';
import { t } from '@lingui/core/macro';

type ProviderButtonProps = {
  /** Links the account of this invitation. */
  invitation?: string;
  /** Links the signed-in account. */
  link?: boolean;
};

/** Leads to the sign-in provider; shows nothing where there is none. */
export function ProviderButton(props: ProviderButtonProps) {
  const { signInProvider } = usePortal();
  return signInProvider !== null && <ToProvider {...props} name={signInProvider} />;
}

function ToProvider({ name, invitation, link = false }: ProviderButtonProps & { name: string }) {
  const form = useForm({
    schema: startProviderSignIn.body,
    initial: invitation === undefined ? {} : { invitation },
    labels: { invitation: '' },
    submit: async (body) => {
      const { address } = await (link ? call(linkProvider) : call(startProviderSignIn, { body }));
      window.location.assign(address);
    },
  });
  const yes = link ? t`Link to ${name}` : t`Sign in with ${name}`;
  return <SubmitForm form={form} yes={yes} pendingText={t`Opening ${name}`} variant="outline" />;
}
