/** Makes a regular expression of a route such as `/app/mda/mda-details/:id`; case does not count. */
export const patternOf = (route: string) => `^${route.replace(/:\w+/gu, '[^/]+')}/?$`;
