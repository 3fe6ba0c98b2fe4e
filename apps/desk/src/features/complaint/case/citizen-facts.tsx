import { notify } from '@baraza/app/notify';
import type { DeskComplaint, IdentityRequest } from '@baraza/contract';
import { Button } from '@baraza/ui/button';
import { Notice } from '@baraza/ui/notice';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRef, type ReactNode } from 'react';
import { EmailText } from '../../../lib/format/email-text.tsx';
import { formatAgo, formatDay, formatTime } from '@baraza/app/format';
import { useMe } from '../../../lib/api/session.tsx';
import type { OpenDialog } from '../transition/dialogs.tsx';
import type { Transitions } from '../transition/use-transitions.ts';

type CitizenFactsProps = {
  complaint: DeskComplaint;
  now: Date;
  transitions: Transitions;
  onDialog: (dialog: OpenDialog) => void;
};

/** Shows who filed the complaint: masked, or in full after an approved request. */
export function CitizenFacts({ complaint, now, transitions, onDialog }: CitizenFactsProps): ReactNode {
  const { citizen, allowed } = complaint;
  const { identityRequests } = citizen;
  // What was read before stays on the screen when the line is lost: it ends by itself.
  const identity = citizen.identity && now < new Date(citizen.identity.until) ? citizen.identity : null;
  const me = useMe();
  const mayAsk =
    allowed.includes('requestIdentity') && !identity && !identityRequests.some((request) => request.by.id === me.id);
  const box = useRef<HTMLDivElement>(null);
  const refused = transitions.refusal?.action === 'discloseIdentity' ? transitions.refusal : null;
  return (
    // The focus comes here from a button that is gone once it was pressed.
    <div ref={box} tabIndex={-1}>
      <dl>
        <Fact name={t`Name`}>
          <bdi>{identity?.name ?? citizen.name}</bdi>
        </Fact>
        {identity && <Contact identity={identity} />}
        <Fact name={t`Complaints before`}>
          <span className="tabular-nums">{citizen.complaintsBefore}</span>
        </Fact>
      </dl>
      <div className="mt-2 grid gap-2 print:hidden">
        {identityRequests.map((entry) => (
          <PendingRequest
            key={entry.by.id}
            request={entry}
            complaint={complaint}
            now={now}
            transitions={transitions}
            onDialog={onDialog}
            onShown={() => box.current?.focus()}
          />
        ))}
        {refused && (
          <Notice tone="danger" role="alert" onClose={transitions.dismiss} closeLabel={t`Close`}>
            {refused.text}
          </Notice>
        )}
        {mayAsk && (
          <Button size="s" className="justify-self-start" onClick={() => onDialog({ action: 'requestIdentity' })}>
            <Trans>Ask to see name and contact</Trans>
          </Button>
        )}
      </div>
    </div>
  );
}

function Contact({ identity }: { identity: NonNullable<DeskComplaint['citizen']['identity']> }): ReactNode {
  const { email, phone, until } = identity;
  return (
    <>
      <Fact name={t`Email`}>
        <a href={`mailto:${email}`}>
          <EmailText email={email} />
        </a>
      </Fact>
      {phone && (
        <Fact name={t`Phone`}>
          <a href={`tel:${phone.replaceAll(/[^+\d]/gu, '')}`} dir="ltr">
            {phone}
          </a>
        </Fact>
      )}
      <Fact name={t`You see name and contact until`}>
        <time dateTime={until} className="tabular-nums">
          <bdi dir="ltr">
            {formatDay(until)} {formatTime(until)}
          </bdi>
        </time>
      </Fact>
    </>
  );
}

type PendingRequestProps = CitizenFactsProps & { request: IdentityRequest; onShown: () => void };

/** Shows an open identity request, with the decision for those who may take it. */
function PendingRequest({ request, complaint, now, transitions, onDialog, onShown }: PendingRequestProps): ReactNode {
  const { by, at, reason } = request;
  const own = by.id === useMe().id;
  const ago = formatAgo(at, now);
  const show = async () => {
    if (!(await transitions.act('discloseIdentity', { requester: by.id }))) return;
    notify.success(t`Shown for a day. The citizen has been told.`);
    onShown();
  };
  return (
    <div className="grid gap-1.5 rounded-1 border border-line bg-surface p-2.5 text-sm">
      <p>
        {own ? (
          <Trans>You have asked to see name and contact, {ago}.</Trans>
        ) : (
          <Trans>
            <b>
              <bdi>{by.name}</bdi>
            </b>{' '}
            has asked to see name and contact, {ago}.
          </Trans>
        )}
      </p>
      {reason && (
        <p dir="auto" className="break-words whitespace-pre-wrap text-ink-2">
          {reason}
        </p>
      )}
      {!own && complaint.allowed.includes('discloseIdentity') && (
        <div className="flex flex-wrap gap-1.5">
          <Button
            size="s"
            variant="primary"
            loading={transitions.pending === 'discloseIdentity'}
            onClick={() => void show()}
          >
            <Trans>Show</Trans>
            <span className="sr-only">
              <Trans>to {by.name}</Trans>
            </span>
          </Button>
          <Button size="s" onClick={() => onDialog({ action: 'denyIdentity', person: by })}>
            <Trans>Refuse</Trans>
            <span className="sr-only">
              <Trans>to show it to {by.name}</Trans>
            </span>
          </Button>
        </div>
      )}
    </div>
  );
}

/** Renders one name and value of a list of facts. */
export function Fact({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
