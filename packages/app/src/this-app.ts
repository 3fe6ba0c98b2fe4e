/** Whether this build is the desk (/desk/) or the citizens' portal. */
export const isDesk = import.meta.env.BASE_URL === '/desk/';

/** The account type in calls that name one: staff of an MDA, or citizens. */
export const accountType = isDesk ? 'mda' : 'user';

/** Start page of a signed-in person. */
export const home = isDesk ? '/' : '/app';

/** Addresses of the log-in, which both apps have. */
export const signInPaths = {
  login: '/login',
  forgotPasswordEmail: '/forgot-password-email',
  forgotPassword: '/forgot-password',
} as const;

/** Returns the key under which this app stores something: both apps share one origin. */
export const storageKey = (name: string): string => (isDesk ? `desk.${name}` : name);
