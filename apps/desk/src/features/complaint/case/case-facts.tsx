import type { DeskComplaint } from '@baraza/contract';
import { statedFacts } from '@baraza/app/stated-facts';
import { Button } from '@baraza/ui/button';
import { Drawer } from '@baraza/ui/drawer';
import { IconButton } from '@baraza/ui/icon-button';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { LeaveText } from '../../../lib/leave/leave-text.tsx';
import { useState, type ReactNode } from 'react';
import { DayText } from '../../../lib/format/date-text.tsx';
import { useNow } from '../../../lib/use-now.ts';
import { CaseTimers } from '../sla/case-timers.tsx';
import type { OpenDialog } from '../transition/dialogs.tsx';
import { CitizenFacts, Fact } from './citizen-facts.tsx';
import { RecusedStaff } from '../recusal/recused-staff.tsx';
import { outcomeWord } from '../transition/outcome-words.ts';
import { RelatedComplaints } from './related-complaints.tsx';
import type { Transitions } from '../transition/use-transitions.ts';

type CaseFactsProps = {
  complaint: DeskComplaint;
  level: 'h2' | 'h3';
  now: Date;
  transitions: Transitions;
  onDialog: (dialog: OpenDialog) => void;
};

/** Shows the facts of a complaint and of its citizen. */
export function CaseFacts({ complaint, level: H, now, transitions, onDialog }: CaseFactsProps): ReactNode {
  const { survey } = complaint;
  return (
    <>
      <section>
        <H>
          <Trans>Facts</Trans>
        </H>
        <dl>
          <Fact name={t`Assigned to`}>
            {complaint.assignee ? <bdi>{complaint.assignee.name}</bdi> : t`Nobody yet`}
            <LeaveText leave={complaint.assignee?.leave ?? null} />
          </Fact>
          {complaint.recusedStaff.length > 0 && (
            <Fact name={t`Recused`}>
              <RecusedStaff
                complaint={complaint}
                transitions={transitions}
                onLiftRecusal={(person) => onDialog({ action: 'liftRecusal', person })}
              />
            </Fact>
          )}
          <Fact name={t`MDA`}>
            <bdi>{complaint.mda.name}</bdi>
          </Fact>
          <Fact name={t`Category`}>
            <bdi>{complaint.category.name}</bdi>
          </Fact>
          {complaint.jurisdiction && (
            <Fact name={t`Jurisdiction`}>
              <bdi>{complaint.jurisdiction.name}</bdi>
            </Fact>
          )}
          {statedFacts(complaint).map(([label, text]) => (
            <Fact key={label} name={label}>
              <bdi>{text}</bdi>
            </Fact>
          ))}
          <Fact name={t`When did it happen`}>
            <DayText at={complaint.incidentDate} />
          </Fact>
          <Fact name={t`Filed`}>
            <DayText at={complaint.submittedDate} />
          </Fact>
          {complaint.outcome && <Fact name={t`Outcome`}>{outcomeWord(complaint.outcome)}</Fact>}
          {complaint.dueAt && (
            <Fact name={t`Due`}>
              {/* Working days end at midnight UTC: the day is that of UTC, wherever it is read. */}
              <DayText at={complaint.dueAt.slice(0, 10)} />
            </Fact>
          )}
          {complaint.timer === 'paused' && complaint.pausedUntil && (
            <Fact name={t`Waits for the citizen until`}>
              <DayText at={complaint.pausedUntil.slice(0, 10)} />
            </Fact>
          )}
          {survey && (
            <Fact name={t`Survey`}>
              {t`${survey.rating} of 5`}
              <span className="block font-normal">
                <bdi>{survey.description}</bdi>
              </span>
            </Fact>
          )}
        </dl>
        {complaint.allowed.includes('categorise') && (
          <Button
            size="s"
            className="mt-2 print:hidden"
            aria-haspopup="dialog"
            onClick={() => onDialog({ action: 'categorise' })}
          >
            <Trans>Correct category or jurisdiction</Trans>
          </Button>
        )}
      </section>
      {complaint.timers.length > 0 && (
        <section>
          <H>
            <Trans>Timers</Trans>
          </H>
          <dl>
            <CaseTimers timers={complaint.timers} />
          </dl>
        </section>
      )}
      {complaint.custody.length > 1 && <CustodyTrail custody={complaint.custody} level={H} />}
      <section>
        <H>
          <Trans>Citizen</Trans>
        </H>
        <CitizenFacts complaint={complaint} now={now} transitions={transitions} onDialog={onDialog} />
      </section>
      <RelatedComplaints complaint={complaint} level={H} />
    </>
  );
}

function CustodyTrail({ custody, level: H }: Pick<DeskComplaint, 'custody'> & { level: 'h2' | 'h3' }): ReactNode {
  return (
    <section>
      <H>
        <Trans>Who has had it</Trans>
      </H>
      <dl>
        {custody.map(({ mda, since, workingDays }) => (
          <div key={since}>
            <dt>
              <bdi>{mda}</bdi>
            </dt>
            <dd>{t`${plural(workingDays, { one: '# working day', other: '# working days' })}`}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Shows the facts in a drawer where they have no column. */
export function FactsDrawer({
  onDialog,
  ...props
}: Pick<CaseFactsProps, 'complaint' | 'transitions' | 'onDialog'>): ReactNode {
  const [open, setOpen] = useState(false);
  const now = useNow();
  // The dialog of a step stands in the place of the drawer.
  const go = (dialog: OpenDialog) => {
    setOpen(false);
    onDialog(dialog);
  };
  return (
    <>
      <Button size="s" icon="info" className="xl:hidden" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span className="max-l:sr-only">
          <Trans>Facts</Trans>
        </span>
      </Button>
      <Drawer open={open} onClose={() => setOpen(false)} label={t`Facts about the complaint`} side="end">
        <div className="flex justify-end p-2">
          <IconButton icon="close" label={t`Close the facts`} onClick={() => setOpen(false)} />
        </div>
        <div className="case-facts bg-transparent pt-0">
          <CaseFacts {...props} level="h3" now={now} onDialog={go} />
        </div>
      </Drawer>
    </>
  );
}
