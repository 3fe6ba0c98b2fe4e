import type { Staff } from '@baraza/contract';

/** Filters staff by words in name, e-mail or MDA, ignoring case; all for no words. */
export function findStaff(staff: readonly Staff[], words: string): Staff[] {
  const wanted = words.toLocaleLowerCase().split(/\s+/u).filter(Boolean);
  return staff.filter((it) => {
    const text = [it.first_name, it.last_name, it.email, it.mda?.name ?? ''].join(' ').toLocaleLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
