import { identityHours, unknownMda, type DeskComplaint } from '@baraza/contract';
import { formatDay, Link, notify, say } from '@baraza/app';
import { Button, Icon, type IconName, Notice } from '@baraza/ui';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useMe } from '../../../lib/api/session.tsx';
import { paths } from '../../../lib/router/paths.ts';
import type { HeldReplies, HeldReply } from '../composer/use-held-replies.ts';
import { UndoHeld } from '../history/history-step.tsx';
import type { CommandInput } from '../transition/use-transitions.ts';
import type { CasePart } from './case-part.ts';

type CaseBandsProps = Omit<CasePart, 'now'> & {
  replies: Pick<HeldReplies, 'decisions' | 'undo'>;
  /** Called after an action whose button no longer exists. */
  onMoved: () => void;
};

/** Shows decisions that wait, a transfer, and merged complaints below the header. */
export function CaseBands(props: CaseBandsProps) {
  const { transitions } = props;
  const here = ['start', 'assign', 'acceptTransfer', 'withdrawTransfer', 'discloseIdentity', 'reject'];
  const refused = transitions.refusal && here.includes(transitions.refusal.action) ? transitions.refusal : null;
  return (
    <div className="case-bands print:hidden">
      {refused && (
        <Notice tone="danger" role="alert" onClose={transitions.dismiss} closeLabel={t`Close`}>
          {refused.text}
        </Notice>
      )}
      {props.complaint.citizen.mailRefused && (
        <Band icon="mail" title={t`The citizen’s email address takes no mail.`}>
          {t`They read what you write in the portal alone.`}
        </Band>
      )}
      <IdentityBands {...props} />
      <RejectionBand {...props} />
      <AppealBand {...props} />
      <TransferBand {...props} />
      <MergedBand {...props} />
    </div>
  );
}

function IdentityBands({ complaint, onDialog, replies, ...acting }: CaseBandsProps) {
  const me = useMe();
  return complaint.citizen.identityRequests.map(({ by, reason }) => {
    const isOwn = by.id === me.id;
    const held = replies.decisions.find(({ decision }) => decision?.requester === by.id);
    return (
      <Band
        key={by.id}
        icon="eye"
        reason={reason}
        title={
          isOwn ? (
            t`You have asked to see name and contact.`
          ) : (
            <Trans>
              <bdi>{by.name}</bdi> asks to see who wrote this.
            </Trans>
          )
        }
        actions={
          held ? (
            <HeldDecision held={held} replies={replies} {...acting} />
          ) : (
            !isOwn &&
            complaint.allowed.includes('discloseIdentity') && (
              <>
                <Button
                  size="s"
                  aria-haspopup="dialog"
                  onClick={() => onDialog({ action: 'denyIdentity', person: by })}
                >
                  {t`Decline…`}
                </Button>
                <ActButton
                  {...acting}
                  action="discloseIdentity"
                  input={{ requester: by.id }}
                  done={t`Approved. You can undo it for 10 seconds; then they see it and the citizen is notified.`}
                  primary
                >
                  {t`Approve`}
                </ActButton>
              </>
            )
          )
        }
      >
        {t`For ${identityHours} hours. It is recorded, and the citizen is notified.`}
      </Band>
    );
  });
}

function RejectionBand({ complaint, onDialog, replies, ...acting }: CaseBandsProps) {
  const { rejection, allowed } = complaint;
  if (rejection === null) return null;
  const { by, reason, text } = rejection;
  const decides = allowed.includes('reject');
  const held = replies.decisions.find(({ decision }) => decision?.action === 'reject');
  return (
    <Band
      icon="close"
      reason={[reason, text].filter(Boolean).join(' ')}
      title={
        <Trans>
          <bdi>{by.name}</bdi> proposes to reject it.
        </Trans>
      }
      actions={
        held ? (
          <HeldDecision held={held} replies={replies} {...acting} />
        ) : (
          decides && (
            <>
              <Button
                size="s"
                aria-haspopup="dialog"
                onClick={() => onDialog({ action: 'returnRejection', person: by })}
              >
                {t`Return it…`}
              </Button>
              <ActButton
                {...acting}
                action="reject"
                done={t`Rejected. You can undo it for 10 seconds; then the citizen is told why.`}
                primary
              >
                {t`Reject it`}
              </ActButton>
            </>
          )
        )
      }
    >
      {decides
        ? t`The citizen reads it, and the complaint ends here.`
        : t`A second person decides. The proposal expires if the status changes first.`}
    </Band>
  );
}

function AppealBand({ complaint, onDialog }: CaseBandsProps) {
  const { state, allowed, dueAt, history } = complaint;
  if (state !== 'appeal') return null;
  const reason = history.findLast(({ action }) => action === 'appeal')?.reason;
  const decides = allowed.includes('upholdAppeal');
  return (
    <Band
      icon="forward"
      title={t`The citizen asks for a review of the outcome.`}
      reason={reason}
      actions={
        decides && (
          <>
            <Button size="s" aria-haspopup="dialog" onClick={() => onDialog({ action: 'declineAppeal' })}>
              {t`Keep the outcome…`}
            </Button>
            <Button size="s" variant="primary" onClick={() => onDialog({ action: 'upholdAppeal' })}>
              {t`Send it back…`}
            </Button>
          </>
        )
      }
    >
      {dueAt && <Trans>Oversight decides by {formatDay(dueAt.slice(0, 10))}.</Trans>}
    </Band>
  );
}

/** Shows for how long a decision can be undone. */
function HeldDecision({ held, replies, onMoved }: Pick<CaseBandsProps, 'replies' | 'onMoved'> & { held: HeldReply }) {
  const undo = () => void replies.undo(held).then(onMoved);
  return (
    <span className="flex flex-wrap items-center gap-2">
      <UndoHeld {...held} onUndo={undo} />
    </span>
  );
}

function TransferBand({ complaint, onDialog, ...acting }: CaseBandsProps) {
  const { state, offeredTo, mda, history } = complaint;
  const can = (action: DeskComplaint['allowed'][number]) => complaint.allowed.includes(action);
  const isBetween = state === 'transfer_offered' || state === 'transfer_undecided';
  if (!isBetween && !can('decideTransfer')) return null;
  const to = offeredTo?.name ?? t`another MDA`;
  const reason = isBetween ? history.findLast((entry) => entry.action === 'offerTransfer')?.reason : null;
  const title =
    state === 'transfer_undecided'
      ? mda.id === unknownMda
        ? t`The citizen does not know which office. Oversight decides who takes it.`
        : t`Two MDAs declined it. Oversight decides who takes it.`
      : !isBetween
        ? t`Nobody at ${say(mda.name)} can see it. Lift a recusal, or transfer it to another MDA.`
        : can('acceptTransfer')
          ? t`${say(mda.name)} offers you this complaint`
          : t`Offered to ${to}. It has not answered yet.`;
  return (
    <Band
      icon="forward"
      title={title}
      reason={reason}
      actions={
        <>
          {can('declineTransfer') && (
            <Button size="s" aria-haspopup="dialog" onClick={() => onDialog({ action: 'declineTransfer' })}>
              {t`Decline…`}
            </Button>
          )}
          {can('acceptTransfer') && (
            <ActButton
              {...acting}
              action="acceptTransfer"
              done={t`Transfer accepted. Your MDA is now responsible.`}
              primary
            >
              {t`Accept the transfer`}
            </ActButton>
          )}
          {can('withdrawTransfer') && (
            <ActButton {...acting} action="withdrawTransfer" done={t`Offer withdrawn.`}>
              {t`Withdraw the offer`}
            </ActButton>
          )}
          {can('decideTransfer') && (
            <Button size="s" variant="primary" onClick={() => onDialog({ action: 'decideTransfer' })}>
              {state === 'transfer_undecided' ? t`Decide` : t`Transfer it to another MDA`}
            </Button>
          )}
        </>
      }
    />
  );
}

function MergedBand({ complaint }: CaseBandsProps) {
  const { state, parent, merged } = complaint;
  if (state === 'merged') {
    return (
      <Band icon="link" title={t`Handled together with another complaint`}>
        {parent ? (
          <Link to={paths.complaint('open', parent.id)}>
            <bdi>{parent.title}</bdi> ({parent.trackingId})
          </Link>
        ) : (
          <span className="text-ink">{t`The other complaint has gone to another MDA.`}</span>
        )}
      </Band>
    );
  }
  if (merged.length === 0) return null;
  return (
    <Band
      icon="link"
      title={t`${plural(merged.length, {
        one: '# more complaint is handled together with this one: its citizen reads your public answers too.',
        other: '# more complaints are handled together with this one: their citizens read your public answers too.',
      })}`}
    />
  );
}

type BandProps = {
  icon: IconName;
  title: ReactNode;
  /** Reason in the words of the person who asked. */
  reason?: string | null | undefined;
  children?: ReactNode;
  actions?: ReactNode;
};

function Band({ icon, title, reason, children, actions }: BandProps) {
  return (
    <section className="case-band flex flex-wrap items-center gap-x-3.5 gap-y-2 border-b border-line bg-gold-soft px-5 py-2.5 max-m:px-3">
      <Icon name={icon} className="text-gold-ink" />
      <div className="min-w-0 flex-1 basis-60">
        <b>{title}</b>
        {(reason || children) && (
          <p className="text-ink-2">
            {reason && (
              <q dir="auto" className="break-words whitespace-pre-wrap">
                {reason}
              </q>
            )}{' '}
            {children}
          </p>
        )}
      </div>
      {actions && <span className="flex flex-wrap gap-1.5 max-m:*:flex-1 max-m:basis-full">{actions}</span>}
    </section>
  );
}

type ActButtonProps = Pick<CaseBandsProps, 'transitions' | 'onMoved'> & {
  action: 'discloseIdentity' | 'acceptTransfer' | 'withdrawTransfer' | 'reject';
  input?: CommandInput;
  done: string;
  primary?: boolean;
  children: ReactNode;
};

function ActButton(props: ActButtonProps) {
  const { transitions, onMoved, action, input, done, primary, children } = props;
  const act = async () => {
    if (!(await transitions.act(action, input))) return;
    notify.success(done);
    onMoved();
  };
  return (
    <Button
      size="s"
      variant={primary ? 'primary' : undefined}
      loading={transitions.pending === action}
      onClick={() => void act()}
    >
      {children}
    </Button>
  );
}
