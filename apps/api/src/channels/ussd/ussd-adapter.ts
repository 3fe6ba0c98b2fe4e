import type { Adapter } from '../adapter.ts';

/** Characters on a screen of USSD. */
const screen = 182;

/** USSD by Africa’s Talking: each request repeats all answers of its session, joined by `*`. */
export const ussdAdapter: Adapter = {
  read(fields) {
    const [session, text] = [fields.value('sessionId'), fields.words('text')];
    return { from: fields.value('phoneNumber'), text, externalId: `${session} ${text}`, at: undefined, session };
  },
  write(answer) {
    const { text, isOver } = answer ?? { text: '', isOver: true };
    return `${isOver ? 'END' : 'CON'} ${Array.from(text)
      .slice(0, screen - 4)
      .join('')}`;
  },
};
