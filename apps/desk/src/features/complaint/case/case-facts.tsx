import { outcomeWord, statedFacts, TrackingText, say } from '@baraza/app';
import { Drawer, IconButton } from '@baraza/ui';
import { plural, t } from '@lingui/core/macro';
import { LeaveText } from '../../../lib/leave/leave-dialog.tsx';
import { sourceWord } from '../../../lib/format/source-word.ts';
import type { ReactNode } from 'react';
import { priorityWord } from '../mark/marks.ts';
import { CaseTimers } from '../sla/complaint-timer.tsx';
import type { CasePart } from './case-part.ts';
import { CitizenFacts, Fact } from './citizen-facts.tsx';
import { RecusedStaff } from './recused-staff.tsx';
import { RelatedComplaints } from './related-complaints.tsx';

/** Shows the facts of a complaint and of its citizen. */
export function CaseFacts({ complaint, now, transitions, onDialog }: CasePart): ReactNode {
  const { survey } = complaint;
  return (
    <>
      {complaint.timers.length > 0 && (
        <section>
          <h2>{t`Timers`}</h2>
          <dl>
            <CaseTimers timers={complaint.timers} now={now} />
          </dl>
        </section>
      )}
      <section>
        <h2>{t`Facts`}</h2>
        <dl>
          <Fact name={t`Tracking ID`}>
            <TrackingText id={complaint.trackingId} />
          </Fact>
          <Fact name={t`Assigned to`}>
            {complaint.assignee ? <bdi>{complaint.assignee.name}</bdi> : t`Nobody yet`}
            <LeaveText leave={complaint.assignee?.leave ?? null} />
          </Fact>
          <Fact name={t`Unit`}>{complaint.unit && <bdi>{complaint.unit.name}</bdi>}</Fact>
          <Fact name={t`Priority`}>{complaint.priority !== 'normal' && priorityWord(complaint.priority)}</Fact>
          <Fact name={t`Follow up on`} day={complaint.followUpOn ?? undefined} />
          <Fact name={t`Tags`}>{complaint.tags.length > 0 && <TagList {...{ complaint, transitions }} />}</Fact>
          <Fact name={t`Recused`}>
            {complaint.recusedStaff.length > 0 && (
              <RecusedStaff complaint={complaint} transitions={transitions} onDialog={onDialog} />
            )}
          </Fact>
          <Fact name={t`MDA`}>{say(complaint.mda.name)}</Fact>
          <Fact name={t`Category`}>{say(complaint.category.name)}</Fact>
          <Fact name={t`Jurisdiction`}>{complaint.jurisdiction && say(complaint.jurisdiction.name)}</Fact>
          {statedFacts(complaint).map(([label, text]) => (
            <Fact key={label} name={label}>
              {text}
            </Fact>
          ))}
          <Fact name={t`When did it happen`} day={complaint.incidentDate} />
          <Fact name={t`Filed`} day={complaint.submittedDate} />
          <Fact name={t`How it came`}>{complaint.source !== 'portal' && sourceWord(complaint.source)}</Fact>
          <Fact name={t`Filed by`}>{complaint.filedBy && <bdi>{complaint.filedBy}</bdi>}</Fact>
          <Fact name={t`Outcome`}>{complaint.outcome && outcomeWord(complaint.outcome)}</Fact>
          {/* Working days end at midnight UTC, so the day is shown in UTC everywhere. */}
          <Fact name={t`Due`} day={complaint.dueAt?.slice(0, 10)} />
          {complaint.timer === 'paused' && <Fact name={t`Waiting for the citizen until`} day={complaint.pausedUntil} />}
          {survey && (
            <Fact name={t`Survey`}>
              {t`${survey.rating} of 5`}
              <span className="block font-normal">
                <bdi>{survey.description}</bdi>
              </span>
            </Fact>
          )}
        </dl>
      </section>
      {complaint.custody.length > 1 && (
        <section>
          <h2>{t`MDAs that handled it`}</h2>
          <dl>
            {complaint.custody.map(({ mda, since, workingDays }) => (
              <Fact key={since} name={<bdi>{mda}</bdi>}>
                {t`${plural(workingDays, { one: '# working day', other: '# working days' })}`}
              </Fact>
            ))}
          </dl>
        </section>
      )}
      <section>
        <h2>{t`Citizen`}</h2>
        <CitizenFacts complaint={complaint} now={now} onDialog={onDialog} />
      </section>
      <RelatedComplaints complaint={complaint} />
    </>
  );
}

function TagList({ complaint: { tags, allowed }, transitions }: Pick<CasePart, 'complaint' | 'transitions'>) {
  return (
    <span className="flex flex-wrap gap-1">
      {tags.map((tag) => (
        <span key={tag} className="inline-flex items-center rounded-pill bg-sunken ps-2.5 text-sm">
          <bdi>{tag}</bdi>
          <IconButton
            icon="close"
            size="s"
            label={t`Take off the tag ${tag}`}
            className="size-7"
            disabled={!allowed.includes('untag') || transitions.pending !== null}
            onClick={() => void transitions.act('untag', { tags: [tag] })}
          />
        </span>
      ))}
    </span>
  );
}

/** Shows the facts in a drawer, on screens without a column for them. */
export function FactsDrawer({ onClose, onDialog, ...props }: CasePart & { onClose: () => void }): ReactNode {
  return (
    <Drawer onClose={onClose} label={t`Facts about the complaint`} side="end">
      <div className="flex justify-end p-2">
        <IconButton icon="close" label={t`Close the facts`} onClick={onClose} />
      </div>
      <div className="case-facts relative overflow-auto px-4 pb-4">
        <CaseFacts
          {...props}
          // Closes the drawer, which the dialog replaces.
          onDialog={(dialog) => {
            onClose();
            onDialog(dialog);
          }}
        />
      </div>
    </Drawer>
  );
}
