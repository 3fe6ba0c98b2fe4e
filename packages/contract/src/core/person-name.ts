// Apart from the fields: every screen shows a name, and few need schemas.

/** Whether a part of a name is missing: who has one name writes a dash for the other. */
export const isNoName = (part: string): boolean => /^[-.\u2010-\u2015\u2212\s]*$/u.test(part);

/** Joins first and last name as they are shown: without the dash of who has one name. */
export function fullName(person: { readonly first_name: string; readonly last_name: string }): string {
  const parts = [person.first_name, person.last_name];
  return (parts.filter((part) => !isNoName(part)).join(' ') || parts.join(' ')).trim();
}
