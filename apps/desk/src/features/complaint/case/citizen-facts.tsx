import type { DeskComplaint } from '@baraza/contract';
import { Button } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { DayText, MomentText } from '../../../lib/format/date-text.tsx';
import { useMe } from '../../../lib/api/session.tsx';
import type { CasePart } from './case-part.ts';

/** Shows the citizen, masked or in full, and why. */
export function CitizenFacts({ complaint, now, onDialog }: Omit<CasePart, 'transitions'>) {
  const { citizen, allowed } = complaint;
  // Checks the end here too, since data stay on the screen while offline.
  const until = citizen.identity?.until;
  const identity = until && now >= new Date(until) ? null : citizen.identity;
  const me = useMe();
  const mayAsk =
    allowed.includes('requestIdentity') && !identity && !citizen.identityRequests.some(({ by }) => by.id === me.id);
  return (
    <>
      <dl>
        <Fact name={t`Name`}>{identity?.name ?? citizen.name}</Fact>
        <Fact name={t`May be called at`}>{complaint.callPhone && <PhoneLink phone={complaint.callPhone} />}</Fact>
        {identity && <Contact identity={identity} />}
        {complaint.identity === 'named' ? (
          <Fact name={t`Earlier complaints`}>
            <span className="tabular-nums">{citizen.complaintsBefore}</span>
          </Fact>
        ) : (
          <Fact name={t`Filed`}>{complaint.identity === 'anonymous' ? t`Anonymously` : t`Confidentially`}</Fact>
        )}
      </dl>
      {mayAsk && (
        <Button size="s" className="mt-2 print:hidden" onClick={() => onDialog({ action: 'requestIdentity' })}>
          {t`Ask to see name and contact`}
        </Button>
      )}
    </>
  );
}

function Contact({ identity }: { identity: NonNullable<DeskComplaint['citizen']['identity']> }) {
  const { email, phone, because, until } = identity;
  return (
    <>
      <Fact name={t`Email`}>
        {email && (
          <a href={`mailto:${email}`}>
            <bdi dir="ltr">{email}</bdi>
          </a>
        )}
      </Fact>
      <Fact name={t`Phone`}>{phone && <PhoneLink phone={phone} />}</Fact>
      <Fact name={t`You see name and contact until`}>{until && <MomentText at={until} ago={false} />}</Fact>
      <Fact name={t`Why you see name and contact`}>{!until && whyShown()[because]}</Fact>
    </>
  );
}

const whyShown = () => ({
  assignee: t`It is assigned to you. Each view is recorded.`,
  supervisor: t`You supervise it while it is open. Each view is recorded.`,
  open: t`All staff of your MDA may see them. Each view is recorded.`,
  approved: t`A second person approved.`,
});

function PhoneLink({ phone }: { phone: string }) {
  return (
    <a href={`tel:${phone.replaceAll(/[^+\d]/gu, '')}`} dir="ltr">
      {phone}
    </a>
  );
}

/** Renders a name and value of a list of facts; nothing if the value is empty. */
export function Fact({ name, day, children }: { name: ReactNode; day?: string | null; children?: ReactNode }) {
  const value = day ? <DayText at={day} /> : children;
  if (!value) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{typeof value === 'string' ? <bdi>{value}</bdi> : value}</dd>
    </div>
  );
}
