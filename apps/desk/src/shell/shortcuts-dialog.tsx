import { counterRoles, type StaffRole } from '@baraza/contract';
import { Button, Dialog, Kbd } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { queuesOf } from '../features/complaint/queues.ts';
import { i18n } from '../lib/i18n/i18n.ts';
import { shortcutsPreference, usePreference } from '../lib/storage/preference.ts';
import { readsComplaints, useMe } from '../lib/api/session.tsx';

type Row = [keys: string[], does: string];

/** Lists all shortcuts, with a switch that turns them off. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [keys, setKeys] = usePreference(shortcutsPreference);
  const { role } = useMe();
  const search: Row = [['/'], t`Search`];
  const fileNew: Row = [['C'], t`New complaint`];
  const files = (counterRoles as readonly StaffRole[]).includes(role);
  const help: Row = [['?'], t`This list`];
  return (
    <Dialog
      onClose={onClose}
      title={t`Keyboard shortcuts`}
      closeLabel={t`Close`}
      size="l"
      footer={
        <Button onClick={() => setKeys(keys === 'on' ? 'off' : 'on')}>
          {keys === 'on' ? t`Turn shortcuts off` : t`Turn shortcuts on`}
        </Button>
      }
    >
      <p className="text-ink-2">
        {keys === 'on' ? t`Single keys work while you are not typing in a field.` : t`Single-key shortcuts are off.`}
      </p>
      <div className="grid gap-x-8 gap-y-4 m:grid-cols-2 l:grid-cols-3">
        {readsComplaints(role) && (
          <>
            <Keys title={t`In a complaint`} rows={caseRows(role !== 'oversight')} />
            <Keys
              title={t`Go to`}
              rows={queuesOf(role).flatMap((queue): Row[] =>
                queue.shortcut ? [[['G', queue.shortcut.toUpperCase()], i18n._(queue.name)]] : [],
              )}
            />
          </>
        )}
        <Keys
          title={t`Everywhere`}
          rows={[...(readsComplaints(role) ? [search] : []), ...(files ? [fileNew] : []), help]}
        />
      </div>
    </Dialog>
  );
}

function caseRows(acting: boolean): Row[] {
  const rows: Row[] = [
    [['J'], t`Next complaint`],
    [['K'], t`Previous complaint`],
    [['Enter'], t`Open the complaint in focus`],
    [['Esc'], t`Leave the text, then back to the list`],
    [['I'], t`Facts`],
    [['N'], t`Internal note`],
    [['.'], t`Copy the tracking ID`],
    [['Z'], t`Clear all filters`],
    [['Ctrl', 'Enter'], t`Send, while you write`],
  ];
  const acts: Row[] = [
    [['R'], t`Reply`],
    [['Q'], t`Question`],
    [['X'], t`Select complaints`],
    [['Ctrl', 'A'], t`Select the whole list`],
    [['T'], t`Add tags`],
    [['P'], t`Log a call`],
    [['A'], t`Assign`],
    [['S'], t`More actions`],
    [['E'], t`Resolve`],
  ];
  const writing: Row = [['::'], t`Saved replies, while you write`];
  return acting ? [...rows.slice(0, 4), ...acts, ...rows.slice(4), writing] : rows;
}

function Keys({ title, rows }: { title: string; rows: Row[] }) {
  return (
    <section>
      <h3 className="mb-1.5">{title}</h3>
      <dl className="grid gap-1">
        {rows.map(([keys, does]) => (
          <div key={does} className="flex items-center gap-3 border-b border-line py-1">
            <dt className="flex min-w-14 shrink-0 gap-1 whitespace-nowrap">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
