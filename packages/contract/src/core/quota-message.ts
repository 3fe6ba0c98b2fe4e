/** What the server says to citizens who have sent as much as one person can in a day. */
export const quotaMessage = {
  complaints: 'You have sent as many complaints as one person can in a day. Please send this one tomorrow.',
  files: 'You have sent as many files as one person can in a day. Please send these tomorrow.',
} as const;
