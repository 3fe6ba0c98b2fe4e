/** How much of themselves a citizen gives with a complaint. */
export const identityLevels = ['named', 'confidential', 'anonymous'] as const;
export type IdentityLevel = (typeof identityLevels)[number];
