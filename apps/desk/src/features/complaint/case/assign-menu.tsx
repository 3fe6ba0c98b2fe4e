import { LoadError, notify } from '@baraza/app';
import type { DeskComplaint } from '@baraza/contract';
import { Button, Menu, type MenuHandle, MenuItem } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { LeaveText } from '../../../lib/leave/leave-dialog.tsx';
import { useRef, useState } from 'react';
import { fullName, useMe } from '../../../lib/api/session.tsx';
import { useColleagues } from '../complaint.api.ts';
import { useShortcuts } from '../../../lib/shortcut/shortcuts.ts';
import { maySee } from '../transition/dialogs.tsx';
import type { CasePart } from './case-part.ts';

/** Names the assignee, or offers to assign. */
export function assignWord({ assignee }: Pick<DeskComplaint, 'assignee'>, me: { readonly id: string }): string {
  if (!assignee) return t`Assign`;
  const { id, name } = assignee;
  return id === me.id ? t`Assigned to you` : t`Assigned to ${name}`;
}

/** Assigns the complaint. Officers take it or give it back; supervisors choose anyone. */
export function AssignMenu({ complaint, transitions }: Pick<CasePart, 'complaint' | 'transitions'>) {
  const me = useMe();
  const menu = useRef<MenuHandle>(null);
  const isAllowed = complaint.allowed.includes('assign');
  const isPending = transitions.pending === 'assign';
  useShortcuts({ a: isAllowed && !isPending ? () => menu.current?.open() : undefined });
  if (!isAllowed) return null;
  return (
    <Menu
      ref={menu}
      label={t`Assign to`}
      trigger={(props) => (
        <Button size="s" loading={isPending} {...props}>
          <bdi className="max-w-48 truncate">{assignWord(complaint, me)}</bdi>
        </Button>
      )}
    >
      {(close) => <AssignChoice complaint={complaint} transitions={transitions} close={close} />}
    </Menu>
  );
}

type AssignChoiceProps = Pick<CasePart, 'complaint' | 'transitions'> & { close: () => void };

/** Lists people to whom the complaint can be assigned. */
export function AssignChoice({ complaint, transitions, close }: AssignChoiceProps) {
  const me = useMe();
  const chooses = me.role === 'supervisor';
  const colleagues = useColleagues(chooses);
  const [assigned] = useState(complaint.assignee?.id ?? null);
  const mine = assigned === me.id;

  const give = async (assignee: string | null, name: string) => {
    close();
    if (assignee === assigned) return;
    if (await transitions.act('assign', { assignee })) {
      notify.success(assignee ? t`Assigned to ${name}.` : t`It is unassigned now.`);
    }
  };
  return (
    <>
      <MenuItem icon="user" current={mine} onClick={() => void give(me.id, fullName(me))}>
        {t`Me`}
      </MenuItem>
      {colleagues.data
        ?.filter(
          ({ id, walls }) =>
            id !== me.id &&
            !complaint.recusedStaff.some((recused) => recused.id === id) &&
            maySee({ walls }, complaint),
        )
        .map(({ id, name, leave }) => (
          <MenuItem key={id} icon="user" current={id === assigned} onClick={() => void give(id, name)}>
            <bdi>{name}</bdi>
            <LeaveText leave={leave} />
          </MenuItem>
        ))}
      {chooses && colleagues.isPending && (
        <p role="status" className="px-3 py-2 text-ink-2">
          {t`Loading`}
        </p>
      )}
      {colleagues.isError && <LoadError title={t`The colleagues could not be loaded.`} query={colleagues} />}
      {assigned !== null && (mine || chooses) && (
        <MenuItem icon="inbox" onClick={() => void give(null, '')}>
          {t`Nobody`}
        </MenuItem>
      )}
    </>
  );
}
