import { t } from '@lingui/core/macro';
import { fullName } from '../../../lib/api/session.tsx';
import { toOptions } from '../../../lib/form/to-options.ts';
import type { Named } from '@baraza/contract';
import { type Context, reasonField, type TransitionWords } from './dialog-words.ts';

/** Words the recusal of the caller. */
export function recuseMyself({ me }: Context): TransitionWords {
  return {
    title: t`I must not handle this`,
    explanation: t`Choose this if the complaint is about you or about somebody close to you. You will no longer see it. You cannot undo this; your supervisor can.`,
    fields: [reasonField(t`Supervisors and oversight read it; the citizen does not.`)],
    input: { person: me.id },
    submitText: t`Recuse me`,
    tone: 'danger',
    doneText: () => t`You no longer see this complaint.`,
  };
}

/** Words the recusal of somebody else. */
export function recuseSomebody({ complaint, me, colleagues = [] }: Context): TransitionWords {
  // Oversight belongs to no MDA, and may have to recuse themselves.
  const own = me.role === 'oversight' ? [{ id: me.id, name: fullName(me) }] : [];
  const isRecused = ({ id }: Named) => complaint.recusedStaff.some((recused) => recused.id === id);
  const people = [...colleagues.filter((colleague) => !isRecused(colleague)), ...own];
  const nameOf = (person: string | undefined) => people.find(({ id }) => id === person)?.name ?? '';
  return {
    title: t`Recuse somebody from this complaint`,
    explanation: t`For somebody the complaint is about, or who is close to that person. They will no longer see it in any list, count, search, report or mail. If it is assigned to them, it becomes unassigned. You can lift the recusal later.`,
    fields: [
      {
        name: 'person',
        label: t`Person`,
        options: toOptions(people),
        problem: (person) => !person && t`Choose a person.`,
      },
      reasonField(t`Supervisors and oversight read it; the citizen does not.`),
    ],
    submitText: t`Recuse them`,
    doneText: ({ person }) => t`${nameOf(person)} is recused.`,
  };
}
