import type { AccessChange, Staff } from '@baraza/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { accessWords, roleWord } from '../../../lib/format/role-words.ts';

/** Text shown when a change awaits a second person. */
export const waitsText = () =>
  t`Another administrator or oversight has to confirm this first. They have been notified by mail.`;

type Waiting = NonNullable<Staff['waiting']>;

/** Names what a change makes of an account or MDA. */
export function changeWord({ action, role, mda, disabled }: Waiting, access?: AccessChange['identityAccess']): string {
  if (access) return accessWords()[access];
  if (action === 'unit') return [t`Wall or members of the unit`, mda?.name].filter(Boolean).join(', ');
  if (action === 'invitation') return t`New invitation`;
  if (action === 'mfa-reset') return t`Reset two-step sign-in`;
  return disabled ? t`Disable` : [role && roleWord(role), mda?.name].filter(Boolean).join(', ');
}

/** Shows which change awaits a second person, and who requested it. */
export function WaitingText({ waiting }: { waiting: Waiting }) {
  const [change, name] = [<bdi key="change">{changeWord(waiting)}</bdi>, <bdi key="name">{waiting.by.name}</bdi>];
  return (
    <span className="block text-sm text-ink-2">
      <Trans>
        To be confirmed: {change}, requested by {name}
      </Trans>
    </span>
  );
}

/** Shows whom or what a change concerns, what it is, and who asked for it. */
export function AccessChangeText({ change }: { change: AccessChange }) {
  const { subject, identityAccess, by } = change;
  const name = <bdi>{by.name}</bdi>;
  return (
    <p>
      <bdi>{subject.name}</bdi> {subject.email && <bdi dir="ltr">{subject.email}</bdi>}
      <b className="block">{changeWord(change, identityAccess)}</b>
      <span className="text-ink-2">
        <Trans>by {name}</Trans>
      </span>
    </p>
  );
}
