import { type AccessChange, undoHours } from '@baraza/contract/account/access-change';
import type { Program } from '@baraza/contract/program/program';
import type { IdentityAccess } from '@baraza/contract/complaint/identity';
import type { Database } from '../db/database.ts';
import { enqueueMail, type Mail } from '../mail/enqueue-mail.ts';
import { isPhoneAddress } from '../mail/erased.ts';
import { lanes } from '../mail/outbox.store.ts';
import { phrase, type Words } from '../texts/words.ts';
import type { Services } from '../services.ts';
import { type AccountRow, listGuardians } from './account.store.ts';
import type { IssuedCode } from './code/code.ts';
import { textNotice } from './texts.ts';

interface AccountMail extends Omit<Mail, 'text'> {
  readonly name?: string;
  readonly lines: readonly Words[];
}

/** Mails about accounts are plain text, without links that do something by themselves. */
async function send(db: Database, services: Services, { name, lines, ...mail }: AccountMail): Promise<void> {
  const { productName, supportEmail } = services.settings;
  const greeting = name === undefined ? phrase(/*i18n*/ 'Hello,') : phrase(/*i18n*/ 'Hello {name},', { name });
  const text = [greeting, ...lines, [phrase(/*i18n*/ 'Kind regards'), productName, supportEmail]];
  const lane = mail.expiresAt ? lanes.code : lanes.account;
  await enqueueMail(db, services, { lane, ...mail, text });
}

/** Turns a function that composes a mail into one that enqueues it. */
function mailer<T>(compose: (about: T, settings: Services['settings']) => AccountMail) {
  return (db: Database, services: Services, about: T) => send(db, services, compose(about, services.settings));
}

type Addressee = { readonly to: string; readonly name: string };
type CodeMail = IssuedCode & { readonly to: string; readonly citizenId?: string | undefined };

const codeAdvice = phrase(/*i18n*/ 'It works once, for 10 minutes. Do not tell it to anyone: we never ask for it.');

/** Mails the code to log in by a number unused for a year. */
export const mailSignInCode = mailer(({ to, code, expiresAt }: CodeMail) => ({
  to,
  expiresAt,
  subject: phrase(/*i18n*/ 'Your code to log in'),
  lines: [
    phrase(
      /*i18n*/ 'somebody logs in to your account with a phone number that was not used here for a year. If it is you, use this code:',
    ),
    `    ${code}`,
    codeAdvice,
    phrase(/*i18n*/ 'If it is not you, set a new password at once with "Forgot Password": they know yours.'),
  ],
}));

/** Mails a code to an unconfirmed address, without a name: a stranger may have typed both. */
export const mailVerificationCode = mailer(({ to, code, expiresAt }: CodeMail, { productName: product }) => ({
  to,
  expiresAt,
  lines: [
    phrase(/*i18n*/ 'welcome to {product}. Please confirm your email with this code:', { product }),
    `    ${code}`,
    codeAdvice,
    phrase(/*i18n*/ 'If it was not you who registered, you need not do anything.'),
  ],
  subject: phrase(/*i18n*/ 'Confirm your email for {product}', { product }),
}));

export const mailResetCode = mailer(({ to, name, code, expiresAt }: CodeMail & Addressee) => ({
  to,
  name,
  expiresAt,
  lines: [
    phrase(/*i18n*/ 'somebody asked to set a new password for your account. If it was you, use this code:'),
    `    ${code}`,
    codeAdvice,
    phrase(/*i18n*/ 'If it was not you, you need not do anything: your password stays as it is.'),
  ],
  subject: phrase(/*i18n*/ 'Your code to set a new password'),
}));

/** Mails a code to an account's new address, without a name for the same reason. */
export const mailNewAddressCode = mailer(({ code, ...mail }: CodeMail & { readonly citizenId: string }) => ({
  ...mail,
  subject: 'Confirm your new email',
  lines: [
    phrase(
      /*i18n*/ 'somebody, probably you, entered this address as the new email of an account. If it was you, use this code:',
    ),
    `    ${code}`,
    codeAdvice,
    phrase(/*i18n*/ 'If it was not you, you need not do anything: nothing changes without the code.'),
  ],
}));

type Invitation = Addressee & { readonly token: string; readonly expiresAt: Date };

/** Mails an invitation; the token follows `#`, so that no log holds it, and opening changes nothing. */
export const mailInvitation = mailer(({ token, ...mail }: Invitation, { productName, mdaPortalUrl }) => ({
  ...mail,
  lane: lanes.account,
  subject: `Your account at the desk of ${productName}`,
  lines: [
    `an account was made for you at the desk of ${productName}. Please open this page and choose a password:`,
    `${mdaPortalUrl.replace(/\/?$/, '/')}invitation#${token}`,
    'The link works once, for 7 days. Please give it to nobody: whoever has it can choose your password.',
    'If you did not expect this, you need not do anything.',
  ],
}));

/** Mails the owner of an existing account, without a name: the account is not locked against erasure. */
export const mailAlreadyRegistered = mailer((to: string, { publicUrl }) => ({
  to,
  lines: [
    phrase(
      /*i18n*/ 'somebody, probably you, tried to register with this address. It already has an account: you can log in with it.',
    ),
    phrase(/*i18n*/ 'If you do not know the password any more, choose "Forgot Password": {link}', {
      link: `${publicUrl}/forgot-password-email`,
    }),
    phrase(/*i18n*/ 'If it was not you, you need not do anything: nothing has changed.'),
  ],
  subject: phrase(/*i18n*/ 'You already have an account'),
}));

/** Confirms the erasure of an account by mail. */
export const mailAccountDeleted = mailer((to: string, { productName, supportEmail }) => ({
  to,
  leaveNoCopy: true,
  subject: `Your account at ${productName} was deleted`,
  lines: [
    `your account at ${productName} was deleted, as you asked. Your name, email, phone number and photo are erased.`,
    'Complaints and feedback that you sent stay as cases without a name. You will hear no more of them from us.',
    `If it was not you, please write to ${supportEmail} at once.`,
  ],
}));

interface Notice {
  readonly subject: string;
  /** Words of the SMS; absent: the subject. */
  readonly sms?: string;
  readonly text: string;
  readonly values?: Readonly<Record<string, Words>>;
}

const aboutMfa = (text: string): Notice => ({ subject: 'Two-step sign-in of your account', text });
const aboutAddress = (sms: string, text: string): Notice => ({
  subject: /*i18n*/ 'The email of your account',
  sms,
  text,
});

/** Mails the owner of an account about a change. Somebody else may have made it. */
export const notices = {
  passwordChanged: {
    subject: /*i18n*/ 'Your password was changed',
    text: /*i18n*/ 'the password of your account was changed just now.',
  },
  numberChanged: {
    subject: /*i18n*/ 'The phone number of your account was changed',
    text: /*i18n*/ 'your account has a new phone number now. You log in with that one.',
  },
  numberChanging: {
    subject: /*i18n*/ 'Somebody asked to change the phone number of your account',
    text: /*i18n*/ 'somebody asked to change the phone number of your account. The change takes effect once the new number is confirmed.',
  },
  addressChanging: aboutAddress(
    /*i18n*/ 'Somebody asked to change the email of your account',
    /*i18n*/ 'somebody asked to change the email of your account. The change takes effect once the new address is confirmed.',
  ),
  addressChanged: aboutAddress(
    /*i18n*/ 'The email of your account was changed',
    /*i18n*/ 'your account has a new email now. This is the last mail to this address.',
  ),
  mfaOn: aboutMfa(
    'two-step sign-in was turned on for your account. From now on you need a code of your authenticator app to log in.',
  ),
  mfaOff: aboutMfa('two-step sign-in was turned off for your account. From now on the password alone logs you in.'),
  mfaRenewed: aboutMfa('new recovery codes were made for your account. The older ones no longer work.'),
  mfaReset: aboutMfa(
    'an administrator turned off two-step sign-in for your account and logged you out. Please set it up again after your next log-in.',
  ),
  mfaRefused: {
    subject: 'Wrong codes for your account',
    text: 'somebody who knows your password has typed wrong codes of your authenticator app, several times within the last days. They did not get in.',
  },
  sessionEnded: {
    subject: /*i18n*/ 'Wrong passwords in your account',
    text: /*i18n*/ 'somebody who was logged in to your account typed wrong passwords many times where yours was asked for again. We logged them out. Nothing was changed.',
  },
  recoveryCodeUsed: (left: number): Notice => ({
    subject: 'A recovery code was used',
    text: 'a recovery code was used just now to log in to your account. You have {left} left; you can make new ones under "Two-step sign-in".',
    values: { left },
  }),
  /** Without the name of the browser, which the client claims itself. */
  newDevice: (at: Date): Notice => ({
    subject: /*i18n*/ 'A log-in from a new place',
    text: /*i18n*/ 'somebody logged in to your account on {day} at {time} (UTC), in a browser and a network that were not used for it before.',
    values: { day: at.toISOString().slice(0, 10), time: at.toISOString().slice(11, 16) },
  }),
} satisfies Record<string, Notice | ((value: never) => Notice)>;

/** Mails the owner of an account a notice. By telephone it is an SMS. It says what to do if it was not them. */
export function mailNotice(
  db: Database,
  services: Services,
  account: Pick<AccountRow, 'id' | 'email' | 'firstName' | 'phone'>,
  { subject, text: said, values, sms = subject }: Notice,
) {
  const { email, firstName } = account;
  if (isPhoneAddress(email)) return textNotice(db, services, account, sms);
  const advice = phrase(
    /*i18n*/ 'If it was not you, set a new password at once with "Forgot Password", and write to {supportEmail}.',
    { supportEmail: services.settings.supportEmail },
  );
  const lines = [phrase(said, values), advice];
  return send(db, services, { to: email, name: firstName, subject: phrase(subject), lines });
}

type Alarm = Pick<AccountMail, 'subject' | 'lines'>;

/** Mails an alert to administrators, oversight and, of one MDA, its supervisors. */
export async function mailGuardians(db: Database, services: Services, alarm: Alarm, mdaId?: string | null) {
  for (const { email } of await listGuardians(db, mdaId)) await send(db, services, { to: email, ...alarm });
}

/** Mails a supervisor that a deputy is away too. Supervisors stand in meanwhile. */
export const mailDeputyAway = mailer(
  ({ to, until, deputy, absent }: { to: string } & Record<'until' | 'deputy' | 'absent', string>) => ({
    to,
    subject: `${deputy} is away too, until ${until}`,
    lines: [
      `${deputy} stands in for: ${absent}. While both are away, their complaints are in your queue “Mine”.`,
      'To give them to somebody else, choose another deputy under “Our staff” at the desk.',
    ],
  }),
);

const accessTexts: Record<IdentityAccess, string> = {
  'two-person': 'nobody, until a second person approves',
  assigned: 'the assignee and supervisors, while the complaint is open',
  open: 'all its staff',
};

/** Names a change of access: 'the role "oversight" for the account a@b.example'. */
export function nameChange({ action, subject, role, mda, disabled, identityAccess }: AccessChange): string {
  if (identityAccess) return `names at ${subject.name} shown to ${accessTexts[identityAccess]}`;
  if (action === 'unit') return `the wall or the members of the unit "${subject.name}"${mda ? ` at ${mda.name}` : ''}`;
  const account = `for the account ${subject.email}`;
  if (action === 'invitation') return `a new invitation ${account}`;
  if (action === 'mfa-reset') return `a reset of two-step sign-in ${account}`;
  if (disabled) return `disabling the account ${subject.email}`;
  return `the role "${role}"${mda ? ` at ${mda.name}` : ''} ${account}`;
}

const accessSteps = {
  requested: {
    subject: 'A change of what staff can read is to be confirmed',
    text: (change: string) => `somebody asked for ${change}. Another administrator or oversight has to confirm it:`,
  },
  confirmed: {
    subject: 'A change of what staff can read was confirmed',
    text: (change: string) => `${change} was confirmed. The audit trail says who asked and who confirmed.`,
  },
  declined: {
    subject: 'A change of what staff can read was declined or withdrawn',
    text: (change: string) => `${change} was declined or withdrawn. The audit trail says who asked and who ended it.`,
  },
  made: {
    subject: 'A change of what staff can read was made',
    text: (change: string) => `somebody made this change: ${change}. You can undo it for ${undoHours} hours:`,
  },
  undone: {
    subject: 'A change of what staff can read was undone',
    text: (change: string) => `${change} was undone. The audit trail says by whom.`,
  },
};

/** Mails those who watch who can read what about a step of a change. */
export function mailAccessChange(
  db: Database,
  services: Services,
  change: AccessChange,
  step: keyof typeof accessSteps,
): Promise<void> {
  const { supportEmail, mdaPortalUrl } = services.settings;
  const { subject, text } = accessSteps[step];
  const from = change.namesFrom?.slice(0, 16).replace('T', ' at ');
  const lines = [
    text(nameChange(change)),
    `${mdaPortalUrl.replace(/\/?$/, '/')}access-change`,
    ...(from && step === 'made' ? [`Names of citizens become readable to them on ${from} (UTC).`] : []),
    `Requested by ${change.by.name}. If this should not be, write to ${supportEmail} at once.`,
  ];
  return mailGuardians(db, services, { subject, lines }, change.mda?.id);
}

const programSteps = {
  requested: 'asks for access by program. A second person has to confirm it:',
  confirmed: 'has access from now on:',
  ended: 'has no access any more:',
  failed: 'gets no events any more, since its address is gone or nothing arrived there for three days:',
};

/** Mails those who watch who can read what about a step of a program. */
export function mailProgram(db: Database, services: Services, program: Program, step: keyof typeof programSteps) {
  const { supportEmail, mdaPortalUrl } = services.settings;
  const { name, mda, scopes, url, requestedBy } = program;
  const lines = [
    `the program "${name}" of ${mda?.name ?? 'all MDAs'} ${programSteps[step]}`,
    `${mdaPortalUrl.replace(/\/?$/, '/')}program`,
    `${url ? `It gets events at ${url}` : `It may do this: ${scopes.join(', ')}`}. Requested by ${requestedBy.name}.`,
    `If this should not be, end it on that page, and write to ${supportEmail}.`,
  ];
  return mailGuardians(db, services, { subject: `Access of a program: ${name}`, lines }, mda?.id);
}

export const logAlarms = {
  altered: {
    subject: 'The log was altered',
    lines: [
      'the log of all complaints is not what was signed. Somebody may have changed what was recorded, behind the application.',
      'Nothing new is added to the log until it is mended; complaints go on.',
      'Ask whoever runs the server for "npm run verify-log".',
    ],
  },
  wentBack: {
    subject: 'The log went back',
    lines: [
      'the database lacks entries of the log of all complaints that were published, as after a restore. The log goes on under a new name.',
      'If nobody restored a backup, somebody may have removed what was recorded: ask whoever runs the server at once.',
    ],
  },
  witnessSilent: (name: string) => ({
    subject: 'A witness of the log is silent',
    lines: [`the witness ${name} has not confirmed the log of all complaints for an hour. It may be out of reach.`],
  }),
  witnessRefuses: (name: string, reason: string) => ({
    subject: 'A witness refuses the log',
    lines: [
      `the witness ${name} refuses the log of all complaints. Somebody may have changed what was recorded. Its reason:`,
      `    ${reason}`,
      'Ask whoever runs the server for "npm run verify-log", and ask the witness for what it kept.',
    ],
  }),
} satisfies Record<string, Alarm | ((...about: never[]) => Alarm)>;
