import { actOnComplaint, type ActionInput, getDeskComplaint } from '@baraza/contract';
import type { Action } from '@baraza/contract/complaint/lifecycle';
import type { Person, TestApp } from '../support/server/app.ts';
import { rowOf, type Scene } from '../support/complaints.ts';

/** What a test does at the desk with a complaint that is about somebody. The scene is asked for each time: tests have their own. */
export function keepSteps(now: () => { readonly api: TestApp; readonly scene: Scene }) {
  const act = async (person: Person, id: string, action: Action, more: Partial<ActionInput> = {}) => {
    const { version } = (await rowOf(now().api, id)).row;
    return person.call(actOnComplaint, { params: { id, action }, body: { ...more, version } });
  };
  return {
    act,
    open: (person: Person, id: string) => person.call(getDeskComplaint, { params: { id } }),
    recuse: (from: Person, id: string, by = now().scene.supervisor) =>
      act(by, id, 'recuse', { person: from.id, reason: 'It is about them.' }),
    liftRecusal: (person: Person, id: string, by = now().scene.supervisor) =>
      act(by, id, 'liftRecusal', { person: person.id, reason: 'It is a namesake.' }),
  };
}
