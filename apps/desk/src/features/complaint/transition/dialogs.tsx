import {
  identityHours,
  isWorked,
  maxExtension,
  rejectReasons,
  unknownMda,
  type Colleague,
  type DeskComplaint,
  type Named,
} from '@baraza/contract';
import { say } from '@baraza/app';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { toOptions } from '../../../lib/form/to-options.ts';
import { priorityOptions, tagsIn } from '../mark/marks.ts';
import { type Context, type DialogField, reasonField, type TransitionWords } from './dialog-words.ts';
import { recuseMyself, recuseSomebody } from './recuse-dialogs.ts';

const dialogs = {
  proposeRejection: () => ({
    title: t`Propose to reject this complaint`,
    explanation: t`A second person decides: a supervisor, or oversight where there is none. The citizen reads your reason if they approve; until then nothing changes. A complaint that belongs to another office is not rejected: offer it to that MDA.`,
    fields: [
      {
        name: 'reason',
        label: t`Reason`,
        options: rejectReasons.map((reason) => ({ value: reason, label: say(reason) })),
        problem: (reason) => !reason && t`Choose a reason.`,
      },
      { name: 'text', label: t`Message to the citizen` },
    ],
    submitText: t`Propose`,
    doneText: () => t`Proposed. A second person decides.`,
  }),
  returnRejection: ({ person }) => ({
    title: t`Return the proposal`,
    explanation: (
      <Trans>
        The complaint stays open, and <bdi>{person?.name}</bdi> reads which steps remain.
      </Trans>
    ),
    fields: [reasonField(t`Your colleagues read it; the citizen does not.`)],
    submitText: t`Return it`,
    doneText: () => t`Returned. The complaint stays open.`,
  }),
  withdrawQuestion: () => ({
    title: t`Withdraw the question`,
    explanation: t`The citizen is notified that no answer is needed any more, and the timer resumes.`,
    fields: [],
    submitText: t`Withdraw it`,
    doneText: () => t`Question withdrawn. The citizen has been notified.`,
  }),
  extend: ({ complaint }) => ({
    title: t`Take more time`,
    explanation: (
      <>
        {t`The due date can be moved twice. The citizen reads the new date and your reason.`}{' '}
        {complaint.extensions > 0 && t`It was moved once already.`}
      </>
    ),
    fields: [
      {
        name: 'days',
        label: t`Additional working days`,
        hint: t`At most ${maxExtension}.`,
        initial: '5',
        problem: (days) =>
          !(/^\d+$/u.test(days) && Number(days) >= 1 && Number(days) <= maxExtension) &&
          t`Enter a number from 1 to ${maxExtension}.`,
      },
      reasonField(),
    ],
    submitText: t`Take more time`,
    doneText: () => t`Due date moved. The citizen has been notified.`,
  }),
  tag: () => ({
    title: t`Add tags`,
    explanation: t`Words by which your office finds complaints again. Citizens do not see them.`,
    fields: [
      {
        name: 'tags',
        label: t`Tags`,
        hint: t`Several with commas between them.`,
        input: 'text',
        problem: (tags) => !tagsIn(tags) && t`Write at least one tag.`,
      },
    ],
    submitText: t`Add them`,
    doneText: () => t`Tags added.`,
  }),
  prioritise: ({ complaint }) => ({
    title: t`Set the priority`,
    explanation: t`Your office sees it in lists and can filter by it. Citizens do not see it.`,
    fields: [
      {
        name: 'priority',
        label: t`Priority`,
        initial: complaint.priority,
        options: priorityOptions(),
        problem: (priority) => !priority && t`Choose a priority.`,
      },
    ],
    submitText: t`Set it`,
    doneText: () => t`Priority set.`,
  }),
  followUp: ({ complaint }) => ({
    title: t`Come back to this complaint`,
    explanation: t`From that day on it is in Follow up, for whoever has it then. Leave the day empty to end the follow-up.`,
    fields: [{ name: 'followUp', input: 'date', label: t`Day`, initial: complaint.followUpOn ?? '' }],
    submitText: t`Keep the day`,
    doneText: ({ followUp }) => (followUp ? t`It comes back on ${followUp}.` : t`The follow-up is ended.`),
  }),
  call: ({ complaint }) => ({
    title: t`Log a call`,
    explanation: t`Your colleagues read it in the history; the citizen does not.`,
    fields: [
      {
        name: 'call',
        label: t`How did it go?`,
        initial: 'reached',
        options: [
          { value: 'called_us', label: t`They called us` },
          { value: 'reached', label: t`We called and reached them` },
          { value: 'no_answer', label: t`We called: no answer` },
        ],
        problem: (call) => !call && t`Choose one.`,
      },
      { name: 'text', label: t`What was said` },
      ...(isWorked(complaint.state)
        ? [
            {
              name: 'followUp' as const,
              label: t`Call back on`,
              hint: t`On that day it is in Follow up. Empty: no day.`,
              input: 'date' as const,
            },
          ]
        : []),
    ],
    submitText: t`Log it`,
    doneText: ({ followUp }) => (followUp ? t`Call logged. It comes back on ${followUp}.` : t`Call logged.`),
  }),
  assign: ({ complaint, me, colleagues = [] }) => ({
    title: t`Hand it over to a colleague`,
    explanation: t`Your colleague is told and reads your note. The citizen is not notified.`,
    fields: [
      {
        name: 'assignee',
        label: t`Colleague`,
        options: toOptions(colleagues.filter((person) => person.id !== me.id && maySee(person, complaint))),
        problem: (assignee) => !assignee && t`Choose somebody.`,
      },
      { ...reasonField(t`Your colleagues read it; the citizen does not.`), label: t`Note` },
    ],
    submitText: t`Hand it over`,
    doneText: (_values, after) => t`Assigned to ${after?.assignee?.name ?? ''}.`,
  }),
  setUnit: ({ complaint, units = [] }) => ({
    title: t`Move to a unit`,
    explanation: t`Officers behind the wall of another unit do not see it. If it is assigned to one of them, it becomes unassigned. The citizen is not notified.`,
    fields: [
      {
        name: 'unit',
        label: t`Unit`,
        initial: complaint.unit?.id ?? '',
        options: [{ value: noUnit, label: t`No unit` }, ...toOptions(units.filter(({ active }) => active))],
        problem: (unit) => !unit && t`Choose a unit.`,
      },
    ],
    submitText: t`Move it`,
    doneText: (_values, after) => (after?.unit ? t`Moved to ${after.unit.name}.` : t`Moved.`),
  }),
  setFields: ({ complaint }) => ({
    title: t`Fill in custom fields`,
    explanation: t`Empty fields stay empty. The citizen is not notified, and sees only the fields that citizens are asked for.`,
    fields: complaint.fields
      .filter(({ active }) => active)
      .map(({ id, name, type, options, value }) => ({
        name: `field ${id}` as const,
        label: name,
        initial: String(value ?? ''),
        input: type === 'date' ? 'date' : 'text',
        // A retired option stays where it was chosen.
        options:
          type === 'list' ? toOptions(options.filter((option) => option.active || option.id === value)) : undefined,
      })),
    submitText: t`Save`,
    doneText: () => t`Saved.`,
  }),
  categorise,
  offerTransfer: (context) => transfer(context, false),
  decideTransfer: (context) => transfer(context, true),
  declineTransfer: () => ({
    title: t`Decline the transfer`,
    explanation: t`It goes back to the MDA that offered it. If it is declined a second time, oversight decides.`,
    fields: [reasonField(t`The MDA that offered it reads it; the citizen does not.`)],
    submitText: t`Decline`,
    doneText: () => t`Declined. It is no longer with you.`,
  }),
  upholdAppeal: () => ({
    title: t`Send the complaint back to the MDA`,
    explanation: t`It goes back to the MDA as a new round with new due dates. The citizen and the MDA read your reason.`,
    fields: [reasonField()],
    submitText: t`Send it back`,
    doneText: () => t`Sent back to the MDA. The citizen has been notified.`,
  }),
  declineAppeal: () => ({
    title: t`Keep the outcome`,
    explanation: t`The outcome stays as the MDA left it. The citizen reads your reason and cannot ask for a second review.`,
    fields: [reasonField()],
    submitText: t`Keep it`,
    doneText: () => t`Decided. The citizen has been told why.`,
  }),
  merge: () => ({
    title: t`Merge with another complaint`,
    explanation: t`Choose the complaint about the same matter. From then on both are handled together: this citizen gets every public answer to the other one, and its status. This cannot be undone.`,
    fields: [
      {
        name: 'parent',
        label: t`Find it by tracking ID, its last characters, or words`,
        hint: t`Until you search, the most similar complaints are listed.`,
        problem: (parent) => !parent && t`Choose the complaint that it belongs to.`,
      },
    ],
    submitText: t`Merge`,
    tone: 'danger',
    sendingText: t`Merging`,
    doneText: (_values, after) => t`Merged with ${after?.parent?.trackingId ?? ''}. The citizen has been notified.`,
  }),
  requestIdentity: () => ({
    title: t`Ask to see name and contact`,
    explanation: t`A supervisor or oversight decides, never the person who asks. If they agree, only you see it for ${identityHours} hours, and the citizen is notified.`,
    fields: [reasonField(t`The person who decides reads it. If they agree, the citizen reads it too.`)],
    submitText: t`Ask`,
    doneText: () => t`Request sent. A second person decides.`,
  }),
  denyIdentity: ({ person }) => ({
    title: t`Decline to show name and contact`,
    explanation: (
      <Trans>
        <bdi>{person?.name}</bdi> continues without them and may ask again.
      </Trans>
    ),
    fields: [reasonField(t`Your colleagues read it; the citizen does not.`)],
    input: { requester: person?.id },
    submitText: t`Decline`,
    doneText: () => t`Declined. You can undo it for 10 seconds.`,
  }),
  recuse: (context) => (context.me.role === 'officer' ? recuseMyself(context) : recuseSomebody(context)),
  liftRecusal: ({ person }) => {
    const name = person?.name ?? '';
    return {
      title: t`Lift the recusal of ${name}`,
      explanation: (
        <Trans>
          <bdi>{name}</bdi> will see the complaint with its whole history, and it can be assigned to them.
        </Trans>
      ),
      fields: [reasonField(t`Supervisors and oversight read it in the history.`)],
      input: { person: person?.id },
      submitText: t`Lift it`,
      doneText: () => t`${name} sees the complaint again.`,
    };
  },
} satisfies Record<string, (context: Context) => TransitionWords>;

/** Whether no wall keeps a colleague from a complaint. */
export const maySee = ({ walls }: Pick<Colleague, 'walls'>, { unit }: Pick<DeskComplaint, 'unit'>) =>
  walls === null || walls.includes(unit?.id ?? '');

/** Stands for no unit among the choices. */
export const noUnit = 'none';

/** Action of the open dialog, and the person it is about. */
export type OpenDialog = { action: keyof typeof dialogs; person?: Named };

/** Returns texts and fields of the dialog of a transition. */
export const dialogOf = (action: OpenDialog['action'], context: Context): TransitionWords => dialogs[action](context);

function transfer({ complaint, mdas = [] }: Context, isDecision: boolean): TransitionWords {
  // A complaint that two MDAs declined may stay; one that nobody at its MDA can see has to move.
  const isDeclined = complaint.state === 'transfer_undecided' && complaint.mda.id !== unknownMda;
  const nameOf = (mda: string | undefined) => mdas.find(({ id }) => id === mda)?.name ?? '';
  return {
    title: isDecision ? t`Decide who takes it` : t`Offer to another MDA`,
    explanation: !isDecision
      ? t`The other MDA accepts or declines. Until then it stays with you, and the due date stays the same.`
      : isDeclined
        ? t`Two MDAs declined it. The one you choose gets it at once; the due date stays the same.`
        : t`The MDA you choose gets it at once; the due date stays the same.`,
    fields: [
      {
        name: 'mda',
        label: t`MDA`,
        options: toOptions(mdas.filter(({ id }) => (isDecision && isDeclined) || id !== complaint.mda.id)),
        problem: (mda) => !mda && t`Choose an MDA.`,
      },
      reasonField(t`The MDAs read it; the citizen does not.`),
    ],
    submitText: isDecision ? t`Transfer it to this MDA` : t`Offer it`,
    doneText: ({ mda }) => (isDecision ? t`${nameOf(mda)} is now responsible.` : t`Offered to ${nameOf(mda)}.`),
  };
}

function categorise({ complaint, categories = [], jurisdictions = [] }: Context): TransitionWords {
  const { category, jurisdiction } = complaint;
  const withPresent = (choices: readonly Named[], present: Named | null) =>
    toOptions(present && !choices.some(({ id }) => id === present.id) ? [present, ...choices] : choices);
  const fields: DialogField[] = [
    {
      name: 'category',
      label: t`Category`,
      initial: category.id,
      options: withPresent(categories, category),
      problem: (chosen) => !chosen && t`Choose a category.`,
    },
  ];
  if (jurisdictions.length > 0) {
    const options = withPresent(jurisdictions, jurisdiction);
    fields.push({ name: 'jurisdiction', label: t`Jurisdiction`, initial: jurisdiction?.id, options });
  }
  return {
    title: t`Correct category or jurisdiction`,
    explanation: t`Targets, queues and reports use the new category from now on. The citizen is notified of the change.`,
    fields,
    submitText: t`Correct it`,
    doneText: () => t`Corrected. The citizen has been notified.`,
  };
}
