import { t } from '@lingui/core/macro';

/** Returns a greeting by local time: morning from 5, afternoon from 12, evening from 17 to 22 o'clock. */
export function greet(name: string | undefined, now = new Date()): string {
  const hour = now.getHours();
  if (hour < 5 || hour >= 22) return name === undefined ? t`Welcome` : t`Welcome, ${name}`;
  if (hour < 12) return name === undefined ? t`Good morning` : t`Good morning, ${name}`;
  if (hour < 17) return name === undefined ? t`Good afternoon` : t`Good afternoon, ${name}`;
  return name === undefined ? t`Good evening` : t`Good evening, ${name}`;
}
