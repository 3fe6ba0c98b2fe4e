import { Skeleton } from '@baraza/ui/skeleton';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Heading } from '@baraza/app/page/heading';
import { LoadError } from '@baraza/app/page/load-error';
import { useUser } from '../../../lib/api/session.ts';
import { OwnData } from './own-data.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SessionList } from '@baraza/app/account/session-list';
import { ThemeChoice } from './theme-choice.tsx';

export default function ProfilePage(): ReactNode {
  const user = useUser();
  return (
    <div className="grid max-w-200 gap-6">
      <Heading title={t`Profile`} />
      {user.isPending && <ProfileSkeleton />}
      {user.isError && <LoadError title={t`Your profile could not be loaded.`} query={user} />}
      {user.data && <ProfileForm key={user.data.id} user={user.data} />}
      <Section title={t`Change password`}>
        <PasswordForm />
      </Section>
      <Section title={t`Where you are logged in`}>
        <SessionList />
      </Section>
      <Section title={t`Your data`}>
        <OwnData />
      </Section>
      <Section title={t`Appearance`}>
        <ThemeChoice />
      </Section>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <section className="sheet grid gap-4.5 p-5 m:p-6">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function ProfileSkeleton(): ReactNode {
  return (
    <div role="status" className="skeletons">
      <span className="sr-only">{t`Loading your profile`}</span>
      <div aria-hidden="true" className="sheet grid gap-5 p-6">
        <Skeleton className="size-18 rounded-full" />
        <Skeleton className="h-11" />
        <Skeleton className="h-11" />
        <Skeleton className="h-11 w-36" />
      </div>
    </div>
  );
}
