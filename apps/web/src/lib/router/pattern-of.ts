/** The addresses that a route such as `/app/mda/mda-details/:id` matches, whatever their case, as a regular expression. */
export const patternOf = (route: string) => `^${route.replace(/:\w+/gu, '[^/]+')}/?$`;
