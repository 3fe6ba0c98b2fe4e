/** The fixed texts about steps of staff alone. Apart from `message`, so that no citizen loads them. */
export const moveMessage = {
  tooMany: 'These are too many at once.',
  rejectReason: 'Choose one of the listed reasons.',
  transferSelf: 'Choose another MDA than the one that has the complaint.',
  transferMda: 'Choose an MDA that takes complaints.',
  masterUnknown: 'Choose an open or resolved complaint of the same MDA.',
  masterOfOthers: 'Other complaints are handled together with this one. Merge it the other way round.',
  extendedEnough: 'The date of this complaint was moved twice already.',
  personForeign: 'Choose somebody who works at the MDA of this complaint.',
  personKept: 'This complaint is kept from them already.',
  personSees: 'This complaint is not kept from them.',
  keepOthers: 'Only a supervisor can keep a complaint from somebody else.',
  assigneeKept: 'This complaint is kept from them. Let them see it first, or choose somebody else.',
  mentionKept: 'Somebody you mention does not see this complaint. Take their name out.',
  mentionForeign: 'Only colleagues of this MDA can be mentioned.',
} as const;
