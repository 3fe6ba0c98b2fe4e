import type { Staff } from '@baraza/contract';

/** Those whose name, e-mail or MDA holds every word, whatever the case; all of them for no word. */
export function findStaff(staff: readonly Staff[], words: string): Staff[] {
  const wanted = words.toLocaleLowerCase().split(/\s+/u).filter(Boolean);
  return staff.filter((it) => {
    const text = [it.first_name, it.last_name, it.email, it.mda?.name ?? ''].join(' ').toLocaleLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
