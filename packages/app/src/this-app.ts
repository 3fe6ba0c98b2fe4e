/** Whether this build is the desk (/desk/) or the citizens' portal. */
export const isDesk = import.meta.env.BASE_URL === '/desk/';

/** The account type in calls that name one: staff of an MDA, or citizens. */
export const accountType = isDesk ? 'mda' : 'user';

/** Where a signed-in person starts. */
export const home = isDesk ? '/' : '/app';

/** The addresses of the sign-in, which both apps have. */
export const signInPaths = {
  login: '/login',
  forgotPasswordEmail: '/forgot-password-email',
  forgotPassword: '/forgot-password',
} as const;

/** The key under which this app stores something: both apps lie at one address. */
export const storageKey = (name: string): string => (isDesk ? `desk.${name}` : name);
