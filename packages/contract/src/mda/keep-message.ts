import { contactsMax, holidaySpanMax } from './mda-desk.ts';

/** The fixed texts about what supervisors and administrators keep. Apart from `message`, so that no citizen loads them. */
export const keepMessage = {
  changed: 'Someone else changed this meanwhile. Nothing of yours is lost: look at what changed, then try again.',
  accountTaken: 'There is a staff account with this email already.',
  accountOwn: 'You cannot disable your own account, or change its role.',
  accountDisabled: 'This account is disabled. Enable it first.',
  confirmWaits: 'A change of this account waits for another administrator already.',
  confirmOwn: 'Another administrator has to confirm this.',
  ownMfa: 'Turn your own off under "Two-step sign-in".',
  categoryTaken: 'There is a category with this name already.',
  categoryLast: 'This is the last category that people can choose. Add or switch on another one first.',
  contactsFull: `An MDA can publish at most ${contactsMax} contacts.`,
  mdaTaken: 'There is an MDA with this name already.',
  mdaHasOpen: 'This MDA has open complaints. They must be closed or handed over before it can be switched off.',
  jurisdictionTaken: 'This MDA has a jurisdiction with this name already.',
  savedReplyTaken: 'There is a saved reply with this title already.',
  feedbackAnswered: 'This feedback has a reply already. Yours was not sent; read what is there.',
  holidayOver: 'This day is over.',
  holidayEverywhere: 'This day is free everywhere. Only an administrator can change it.',
  holidayPast: 'The day must be today or later.',
  holidayMany: `Enter at most ${holidaySpanMax} days at once.`,
  spanReversed: 'The last day must not be before the first.',
  reportLong: 'A report can span five years at most.',
  demoOwn:
    'You are signed in with a sample account, which would go too. Make an administrator of your own and sign in as them.',
  namedTwice: 'A complaint is named twice.',
} as const;
