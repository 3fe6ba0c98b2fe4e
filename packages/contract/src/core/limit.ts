/** Sizes and counts of the specification, section 9. Bytes unless named otherwise. */
export const limit = {
  customTextMax: 500,
  photoBytes: 3 * 1024 * 1024,
  mediaBytes: 10 * 1024 * 1024,
  mediaFiles: 10,
  pdfPages: 500,
  /** For one complaint in all its messages. */
  complaintFiles: 50,
  titleMin: 5,
  titleMax: 150,
  descriptionMax: 20_000,
  textMax: 5_000,
  nameMax: 60,
  emailMax: 254,
  passwordMin: 8,
  passwordMax: 128,
  otpLength: 6,
  otpResendSeconds: 60,
  otpLifeSeconds: 600,
  otpTries: 5,
  /** A button wakes when a field is longer than this. */
  wakeLength: 2,
  pageDefault: 20,
  pageMax: 100,
  incidentMonths: 6,
} as const;

/** Limits of characters of the facts a citizen states. */
export const statedFactMax = { location: 200 } as const;
