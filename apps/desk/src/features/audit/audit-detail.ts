import { Id, isAction } from '@baraza/contract';
import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { accessWords, roleWord } from '../../lib/format/role-words.ts';
import { actionWord } from '../../lib/format/action-word.ts';
import { wordOf } from './audit-words.ts';

const names: Record<string, MessageDescriptor> = {
  step: msg`Step`,
  proof: msg`Proof`,
  reason: msg`Reason`,
  role: msg`Role`,
  mda: msg`MDA`,
  changed: msg`Changed`,
  change: msg`Change`,
  disabled: msg`Disabled`,
  email: msg`Email`,
  photo: msg`Photo`,
  purpose: msg`Purpose`,
  category: msg`Category`,
  acknowledge: msg`Start`,
  reply: msg`First reply`,
  resolve: msg`Resolve`,
  from: msg`From`,
  to: msg`To`,
  days: msg`Days`,
  what: msg`Content`,
  kind: msg`Kind`,
  entries: msg`Entries`,
  accounts: msg`Accounts`,
  identityAccess: msg`Access to names`,
  mdas: msg`MDAs`,
  complaints: msg`Complaints`,
  feedback: msg`Feedback`,
  shown: msg`Shown`,
  background: msg`Refreshed automatically`,
};

/** Lists the details of an audit entry in words, without ids and unset values. */
export function detailWords(detail: Readonly<Record<string, unknown>> | null): { name: string; value: string }[] {
  return Object.entries(detail ?? {}).flatMap(([name, value]) => {
    if (value === null || value === '' || isIdList(value)) return [];
    return [{ name: wordOf(names, name), value: valueWord(name, value) }];
  });
}

function valueWord(name: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? t`Yes` : t`No`;
  const text = String(value);
  if (name === 'step' && isAction(text)) return actionWord(text);
  if (name === 'identityAccess') return accessChange(text);
  return name === 'role' ? roleWord(text) : text;
}

/** Words the access rule before and after, which the server joins with an arrow. */
function accessChange(text: string): string {
  const words: Record<string, string> = accessWords();
  return text
    .split(' → ')
    .map((rule) => words[rule] ?? rule)
    .join(' → ');
}

function isIdList(value: unknown): boolean {
  return String(value)
    .split(', ')
    .every((part) => Id.safeParse(part).success);
}
