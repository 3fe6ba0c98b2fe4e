import type { Staff } from '@baraza/contract';

/** Filters staff by words in name, e-mail or MDA, ignoring case; all for no words. */
export function findStaff(staff: readonly Staff[], words: string): Staff[] {
  const wanted = words.toLocaleLowerCase().split(/\s+/u).filter(Boolean);
  return staff.filter((member) => {
    const text = [member.first_name, member.last_name, member.email, member.mda?.name ?? '']
      .join(' ')
      .toLocaleLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
