/** Whose attempts a limit counts. */
export type ThrottleSubject =
  | readonly [kind: 'login', email: string, type: string]
  | readonly [kind: 'mfa', accountId: string];

/** Passwords count by address and audience, also without an account. */
export const loginOf = (email: string, type: string): ThrottleSubject => ['login', email, type];

/** MFA codes count by account. */
export const mfaOf = (accountId: string): ThrottleSubject => ['mfa', accountId];

/** The day's MFA attempts from all unknown origins. */
export const untrustedMfaOf = (accountId: string) => [...mfaOf(accountId), 'of the day'] as const;
