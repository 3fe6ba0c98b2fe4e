/** Levels of identity that a citizen chooses for a complaint. */
export const identityLevels = ['named', 'confidential', 'anonymous'] as const;
export type IdentityLevel = (typeof identityLevels)[number];

/** Staff of an MDA who see the identity of named citizens without a request. */
export const identityAccesses = ['assigned', 'two-person', 'open'] as const;
export type IdentityAccess = (typeof identityAccesses)[number];
