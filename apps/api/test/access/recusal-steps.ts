import { transitionComplaint, type ActionInput, getDeskComplaint, type Action } from '@baraza/contract';
import type { Person, TestApp } from '../support/server/app.ts';
import { rowOf, type Scene } from '../support/complaints.ts';

/** Builds the desk calls of the recusal tests, sent with the present version of the complaint. */
export function recusalSteps(current: () => { readonly api: TestApp; readonly scene: Scene }) {
  const act = async (person: Person, id: string, action: Action, more: Partial<ActionInput> = {}) => {
    const { version } = (await rowOf(current().api, id)).row;
    return person.call(transitionComplaint, { params: { id, action }, body: { ...more, version } });
  };
  return {
    act,
    open: (person: Person, id: string) => person.call(getDeskComplaint, { params: { id } }),
    recuse: (person: Person, id: string, by = current().scene.supervisor) =>
      act(by, id, 'recuse', { person: person.id, reason: 'It is about them.' }),
    confirmRecusal: (person: Person, id: string, by = current().scene.supervisor) =>
      act(by, id, 'confirmRecusal', { person: person.id }),
    liftRecusal: (person: Person, id: string, by = current().scene.supervisor) =>
      act(by, id, 'liftRecusal', { person: person.id, reason: 'It is a namesake.' }),
    mailsAbout: async (id: string, subject: string) => {
      const { trackingId } = (await rowOf(current().api, id)).row;
      const mails = await current().api.outbox();
      return mails.filter((mail) => mail.subject === `${subject} (${trackingId})`);
    },
  };
}
