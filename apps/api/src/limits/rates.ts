/** Allowed uses within a number of seconds. */
export interface Rate {
  readonly max: number;
  readonly seconds: number;
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** All rate limits. Those of a network leave room for a school behind one address. Only tests pass other numbers. */
export const rates = {
  /** Requests of one network without a session; each server counts its own, as with those of a session. */
  network: { max: 3_000, seconds: minute },
  /** All requests of one network: a carrier has a country of sessions behind few addresses. */
  networkSessions: { max: 60_000, seconds: minute },
  /** Requests of one network to one call without a session; a looping program leaves the others to its neighbours. */
  networkCall: { max: 1_500, seconds: minute },
  /** All requests of one session. */
  session: { max: 600, seconds: minute },
  /** Wrong passwords for one account from one origin; attackers lock out only themselves. */
  login: { max: 10, seconds: 15 * minute },
  /** Wrong passwords for one account from all unknown origins together: see `loginOriginOf`. */
  loginAnywhere: { max: 100, seconds: 15 * minute },
  /** Mails to an owner about sign-ins from new origins. */
  newDeviceMails: { max: 5, seconds: day },
  /** Sign-ins of all accounts from one network. */
  loginNetwork: { max: 1_000, seconds: 15 * minute },
  /** Wrong passwords at re-authentication; the last one ends the session. */
  password: { max: 10, seconds: day },
  /** MFA codes for one account from one origin; three of a million are right at any moment. */
  mfa: { max: 10, seconds: 15 * minute },
  /** MFA codes from all unknown origins together, and from each trusted one; the attacker knows the password. */
  mfaAnywhere: { max: 100, seconds: day },
  /** Wrong MFA codes before the owner is mailed: two typing errors. */
  wrongSteps: { max: 2, seconds: 7 * day },
  wrongMfaCodeMails: { max: 1, seconds: day },
  /** Invitations mailed to one member of staff. */
  invitation: { max: 10, seconds: day },
  /** Codes for one purpose to one address from one origin; strangers have their own share. */
  codeAsker: { max: 5, seconds: hour },
  codeAskerDay: { max: 12, seconds: day },
  /** Codes for one purpose to one address from all unknown origins, to spare the mailbox. */
  codeAddress: { max: 20, seconds: hour },
  codeAddressDay: { max: 60, seconds: day },
  /** Codes and registrations requested by one network. */
  codeNetwork: { max: 200, seconds: hour },
  /** SMS for one purpose to one number, which cost, from all unknown origins. */
  smsNumber: { max: 10, seconds: day },
  /** To a number from places that it trusts; notices beside it. An SMS costs, whoever asks. */
  smsTrusted: { max: 30, seconds: day },
  smsNotice: { max: 5, seconds: day },
  /** SMS requested by one network. */
  smsNetwork: { max: 200, seconds: hour },
  /** SMS requested from all unknown origins together: whoever logged in before still gets theirs past it. */
  smsDay: { max: 5_000, seconds: day },
  /** Codes tried by one network, right or wrong. */
  codeTryNetwork: { max: 300, seconds: 15 * minute },
  /** Complaints without an account from one network: a village may share an address. */
  guestComplaints: { max: 60, seconds: hour },
  /** Complaints without an account and without proof of work from one network: nobody can shut that way for others. */
  unprovenComplaints: { max: 30, seconds: hour },
  /** Complaints that one member of staff files for others. */
  counterComplaints: { max: 60, seconds: hour },
  /** Look-ups of one member of staff by a telephone number. */
  callerSearches: { max: 10, seconds: hour },
  /** Messages from one number by a channel. */
  channelMessages: { max: 60, seconds: hour },
  /** Mails that say why an earlier one was not taken, to one citizen. */
  mailAnswers: { max: 1, seconds: day },
  /** Complaints from one number. */
  channelComplaints: { max: 10, seconds: day },
  /** Megabytes of uploads that guests of one network begin. Each complaint makes a new guest. */
  guestUploads: { max: 1_000, seconds: hour },
  /** Suggestions of MDAs and known issues for one network; each reads many rows. */
  suggestions: { max: 300, seconds: minute },
  /** Wrong receipt codes from one network; the right one always opens its complaint. */
  wrongReceiptCodes: { max: 10, seconds: hour },
  /** Complaints opened by one member of staff; past it nothing is refused, but an audit entry is written. */
  views: { max: 200, seconds: 10 * minute },
  /** Downloads of a person's own data. */
  ownData: { max: 10, seconds: hour },
} satisfies Record<string, Rate>;

export type Rates = { readonly [K in keyof typeof rates]: Rate };
