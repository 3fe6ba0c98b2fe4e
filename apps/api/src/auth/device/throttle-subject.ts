/** ThrottleSubject tries are counted. */
export type ThrottleSubject =
  | readonly [kind: 'login', email: string, type: string]
  | readonly [kind: 'second step', accountId: string];

/** Passwords are tried for an address at one of the two doors, whether it has an account or not. */
export const loginOf = (email: string, type: string): ThrottleSubject => ['login', email, type];

/** Codes of the app are tried for an account. */
export const stepsOf = (accountId: string): ThrottleSubject => ['second step', accountId];

/** The day's tries from all places together that nobody knows. */
export const strangersSteps = (accountId: string) => [...stepsOf(accountId), 'of the day'] as const;
