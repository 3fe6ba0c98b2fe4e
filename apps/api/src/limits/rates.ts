/** So many times in so many seconds. */
export interface Rate {
  readonly max: number;
  readonly seconds: number;
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Every limit in one place. Those of a network leave room for a whole school behind one address; those of an account or an
 * address are strict. Tests hand in other numbers; no setting of the environment changes them.
 */
export const rates = {
  /** All requests of one network. Counted without asking the database each time, like those of a session. */
  network: { max: 3_000, seconds: minute },
  /** Those to any one call: a program that asks it over and over leaves the others to its neighbours. */
  networkCall: { max: 1_500, seconds: minute },
  /** All requests of one session. */
  session: { max: 600, seconds: minute },
  /** Wrong passwords for one account from one place: whoever guesses shuts out themselves, not the owner elsewhere. */
  login: { max: 10, seconds: 15 * minute },
  /** The same from everywhere together, but places where the owner was let in before: see `loginOriginOf`. */
  loginAnywhere: { max: 100, seconds: 15 * minute },
  /**
   * From all known browsers together, and from all known networks: five of them may be at their limit at once. Past it they
   * count among those from everywhere.
   */
  loginKnown: { max: 50, seconds: 15 * minute },
  /** Browsers, and networks, that an account gets to know: a household and its phones, not whatever a thief could gather. */
  newPlaces: { max: 20, seconds: day },
  /** Mails to its owner about log-ins from new places. */
  newPlaceTold: { max: 5, seconds: day },
  /** Sign-ins from one network, whatever the account. */
  loginNetwork: { max: 1_000, seconds: 15 * minute },
  /** Wrong passwords typed where a session asks for it again: the last one ends the session. */
  password: { max: 10, seconds: day },
  /** Codes of the app tried for one account from one place: three of a million are right at any moment. */
  mfa: { max: 10, seconds: 15 * minute },
  /** The same from all unknown places together, and from each known one: whoever gets here knows the password. */
  mfaAnywhere: { max: 100, seconds: day },
  /** From all known browsers together, and from all known networks; past it they count among the unknown ones too. */
  mfaKnown: { max: 500, seconds: day },
  /** Wrong codes of the app that the owner is not told of: two slips. */
  wrongSteps: { max: 2, seconds: 7 * day },
  wrongStepsTold: { max: 1, seconds: day },
  /** Invitations mailed to one member of staff. */
  invitation: { max: 10, seconds: day },
  /** Codes for one purpose mailed to one address, asked for from one place: a stranger uses up their own share alone. */
  codeAsker: { max: 5, seconds: hour },
  codeAskerDay: { max: 12, seconds: day },
  /** The same from all unknown places together: what a mailbox is spared. */
  codeAddress: { max: 20, seconds: hour },
  codeAddressDay: { max: 60, seconds: day },
  /** From all known browsers together, and from all known networks; past it they count among the unknown ones. */
  codeKnown: { max: 60, seconds: day },
  /** Codes and registrations asked for by one network. */
  codeNetwork: { max: 200, seconds: hour },
  /** Codes tried by one network, right or wrong. */
  codeTryNetwork: { max: 300, seconds: 15 * minute },
  /** What browsers of one network report of the content security policy. */
  policyReport: { max: 60, seconds: minute },
  /** Complaints opened by one member of staff: nobody reads that fast. Past it nothing is refused, but the trail says so. */
  views: { max: 200, seconds: 10 * minute },
  /** Downloads of all that is kept about a person. */
  ownData: { max: 10, seconds: hour },
} satisfies Record<string, Rate>;

export type Rates = { readonly [K in keyof typeof rates]: Rate };
