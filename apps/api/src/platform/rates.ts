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
  /** All requests of one session. */
  session: { max: 600, seconds: minute },
  /** Wrong passwords for one account from one network: whoever guesses shuts out themselves, not the owner elsewhere. */
  login: { max: 10, seconds: 15 * minute },
  /** Wrong passwords for one account from everywhere together. Networks where its owner was let in lately are spared. */
  loginAnywhere: { max: 100, seconds: 15 * minute },
  /** Sign-ins from one network, whatever the account. */
  loginNetwork: { max: 1_000, seconds: 15 * minute },
  /** The current password, asked for again within a session. */
  password: { max: 10, seconds: 15 * minute },
  /** Codes of the app tried for one account from one network: three of a million are right at any moment. */
  secondStep: { max: 10, seconds: 15 * minute },
  /** The same from everywhere together: whoever gets here knows the password. */
  secondStepAnywhere: { max: 100, seconds: day },
  /** Invitations mailed to one member of staff. */
  invitation: { max: 10, seconds: day },
  /** Codes for one purpose mailed to one address, asked for by one network: a stranger uses up their own share alone. */
  codeAsker: { max: 5, seconds: hour },
  codeAskerDay: { max: 12, seconds: day },
  /** The same from everywhere together: what a mailbox is spared. */
  codeAddress: { max: 20, seconds: hour },
  codeAddressDay: { max: 60, seconds: day },
  /** Codes and registrations asked for by one network. */
  codeNetwork: { max: 200, seconds: hour },
  /** Codes tried by one network, right or wrong. */
  codeTryNetwork: { max: 300, seconds: 15 * minute },
  /** What browsers of one network report of the content security policy. */
  policyReport: { max: 60, seconds: minute },
  /** Downloads of all that is kept about a person. */
  ownData: { max: 10, seconds: hour },
} satisfies Record<string, Rate>;

export type Rates = { readonly [K in keyof typeof rates]: Rate };
