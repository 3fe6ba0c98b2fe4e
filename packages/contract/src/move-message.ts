/** The fixed texts about steps of staff alone. Apart from `message`, so that no citizen loads them. */
export const moveMessage = {
  tooMany: 'These are too many at once.',
  rejectReason: 'Choose one of the listed reasons.',
  transferSelf: 'Choose another MDA than the one that has the complaint.',
  transferMda: 'Choose an MDA that takes complaints.',
  masterUnknown: 'Choose an open or resolved complaint of the same MDA.',
  masterOfOthers: 'Other complaints are handled together with this one. Merge it the other way round.',
  extendedEnough: 'The date of this complaint was moved twice already.',
  mentionForeign: 'Only colleagues of this MDA can be mentioned.',
  identityAsked: 'You have asked already. A supervisor decides.',
  identityGone: 'Nobody can be shown: this complaint has no person any more.',
  identityShown: 'You can already see the name and the contact data.',
  identityOwn: 'Somebody else has to decide on your own request.',
  identityDecided: 'Nobody waits for this any more. Look at what changed.',
} as const;
