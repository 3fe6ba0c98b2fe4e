/** Which greeting fits the hour where the person is: from five, from noon, from five in the afternoon, until ten. */
export function dayPart(now: Date): 'morning' | 'afternoon' | 'evening' | 'night' {
  const hour = now.getHours();
  if (hour >= 5 && hour < 12) return 'morning';
  if (hour >= 12 && hour < 17) return 'afternoon';
  return hour >= 17 && hour < 22 ? 'evening' : 'night';
}
