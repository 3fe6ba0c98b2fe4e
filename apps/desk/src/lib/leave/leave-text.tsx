import type { Colleague, Leave } from '@baraza/contract';
import { formatDay } from '@baraza/app';
import { t } from '@lingui/core/macro';

function leaveText({ until, deputy }: Leave): string {
  const day = formatDay(until);
  return deputy ? t`Away until ${day}, ${deputy.name} stands in` : t`Away until ${day}, nobody stands in`;
}

/** Shows a leave beside a name; nothing while somebody is at work. */
export function LeaveText({ leave }: { leave: Leave | null }) {
  return leave && <span className="block text-sm font-normal text-ink-2">{leaveText(leave)}</span>;
}

/** Names a colleague in a list of choices, with the leave behind the name. */
export function colleagueLabel({ name, leave }: Pick<Colleague, 'name' | 'leave'>): string {
  return leave ? `${name} (${leaveText(leave)})` : name;
}
