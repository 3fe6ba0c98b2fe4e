/** The fixed texts of the desk's accounts. Apart from `message`, so that no citizen loads them. */
export const staffMessage = {
  mfa: 'Now enter the code that your authenticator app shows.',
  signInAgain: 'This log-in has ended. Please log in again with your email and password.',
  stepExhausted: 'Too many wrong codes. Please log in again with your email and password.',
  passwordAgain: 'Please type your password again to go on.',
  totpRequired: 'Set up two-step sign-in first: it is required here.',
  mfaOn: 'Two-step sign-in is on already.',
  mfaOff: 'Two-step sign-in is not on.',
  invitationEnded: 'This invitation was used already, was replaced by a newer one, or is too old. Ask for another one.',
  invitationAccepted: 'This person has set a password already.',
} as const;
