import { Button, Notice, SelectField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import {
  downloadFile,
  Heading,
  lazyPart,
  LoadError,
  PasswordFields,
  SessionList,
  setTheme,
  SubmitForm,
  type Theme,
  themes,
  useDataInSteps,
  usePasswordForm,
  useTheme,
  useWakes,
} from '@baraza/app';
import { useUser } from '../../../lib/api/session.ts';
import { ProfileForm } from './profile-form.tsx';
import { exportOwnData } from '@baraza/contract';
import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { PageSkeleton } from '../../../lib/page/page-skeleton.tsx';
import { FailureNotice } from '../../../lib/form/failure-notice.tsx';

export default function ProfilePage() {
  const query = useUser();
  const user = useDataInSteps(query);
  return (
    <div className="grid max-w-200 gap-6">
      <Heading title={t`Profile`} />
      {!user && !query.isError && <PageSkeleton label={t`Loading your profile`} />}
      {query.isError && <LoadError title={t`Your profile could not be loaded.`} query={query} />}
      {user && <ProfileForm key={user.id} user={user} />}
      {/* Shown together with the profile: it is taller than its placeholder and would push this down. */}
      {(user !== undefined || query.isError) && (
        <>
          {user?.newsWays && (
            <Section title={t`News of your complaints`}>
              <NewsChoice user={user} ways={user.newsWays} />
            </Section>
          )}
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
        </>
      )}
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="sheet grid gap-4.5 p-5 m:p-6">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

const NewsChoice = lazyPart(() => import('./news-choice.tsx'), { quiet: true });
const KeptCopies = lazyPart(() => import('./kept-copies.tsx'), { quiet: true });
const DeleteAccountDialog = lazyPart(() => import('./delete-account-dialog.tsx'));

function OwnData() {
  const save = useMutation({ mutationFn: () => downloadFile(exportOwnData, {}) });
  const [deleting, setDeleting] = useState(false);
  return (
    <>
      <p className="text-ink-2">
        <Trans>
          Download everything that is kept about you: your profile, your complaints and feedback with all files, and
          when you were logged in.
        </Trans>
      </p>
      <KeptCopies />
      <FailureNotice error={save.error} />
      <div className="flex flex-wrap gap-2">
        <Button icon="download" loading={save.isPending} onClick={() => save.mutate()}>
          {t`Download my data`}
        </Button>
        <Button variant="danger-quiet" icon="trash" className="-mx-2.5" onClick={() => setDeleting(true)}>
          {t`Delete my account`}
        </Button>
      </div>
      {deleting && <DeleteAccountDialog onClose={() => setDeleting(false)} />}
    </>
  );
}

function PasswordForm() {
  const [saved, setSaved] = useState(false);
  const form = usePasswordForm(() => setSaved(true));
  return (
    <SubmitForm form={form} yes={t`Save`} ready={useWakes(form)} narrow onInput={() => setSaved(false)}>
      {saved && <Notice tone="success">{t`Your password is changed. You are now logged out everywhere else.`}</Notice>}
      <div className="grid items-start gap-4.5 m:grid-cols-2 m:*:first:col-span-2">
        <PasswordFields form={form} />
      </div>
    </SubmitForm>
  );
}

function ThemeChoice() {
  const { theme } = useTheme();
  const words: Record<Theme, string> = { system: t`As on my device`, light: t`Light`, dark: t`Dark` };
  return (
    <SelectField
      label={t`Theme`}
      value={theme}
      onChange={({ target }) => setTheme(target.value as Theme)}
      options={themes.map((value) => ({ value, label: words[value] }))}
    />
  );
}
