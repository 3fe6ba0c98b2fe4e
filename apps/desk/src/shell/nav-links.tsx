import type { SavedView } from '@baraza/contract';
import { Icon, type IconName } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { formatCount, Link, useLocation, useSearchParams } from '@baraza/app';
import { useDeskCounts, useDeskTotal, useUnits } from '../features/complaint/complaint.api.ts';
import { useFilterSuffix } from '../features/complaint/queue/use-filter-suffix.ts';
import { queueOf, queuesOf, type Queue } from '../features/complaint/queues.ts';
import { addressOf, useOpenView, useSavedViews } from '../features/complaint/view/saved-view.api.ts';
import { i18n } from '../lib/i18n/i18n.ts';
import { paths } from '../lib/router/paths.ts';
import { useMe } from '../lib/api/session.tsx';

/** Links to the queues and pages of a role. */
export function NavLinks({ onFollow }: { onFollow?: () => void }) {
  const me = useMe();
  if (me.role === 'administrator') {
    return (
      <Group title={t`Administration`}>
        <Entry to={paths.staff} icon="users" name={t`Staff`} onFollow={onFollow} />
        <Entry to={paths.offices} icon="mda" name={t`MDAs`} onFollow={onFollow} />
        <Entry to={paths.categories} icon="bullet-list" name={t`Categories`} onFollow={onFollow} />
        <Entry to={paths.sampleData} icon="trash" name={t`Sample data`} onFollow={onFollow} />
        <Entry to={paths.feedbacks} icon="feedback" name={t`Feedback`} onFollow={onFollow} />
        <Entry to={paths.calendar} icon="calendar" name={t`Calendar`} onFollow={onFollow} />
        <Entry to={paths.accessChanges} icon="lock" name={t`Changes of access`} onFollow={onFollow} />
        <Entry to={paths.programs} icon="keyboard" name={t`Programs`} onFollow={onFollow} />
        <Entry to={paths.audit} icon="eye" name={t`Audit trail`} onFollow={onFollow} />
      </Group>
    );
  }
  const fileNew = <Entry to={paths.newComplaint} icon="plus" name={t`New`} onFollow={onFollow} />;
  if (me.role === 'agent') {
    return (
      <ul>
        {fileNew}
        <Entry to={paths.filed} icon="bullet-list" name={t`Filed here`} onFollow={onFollow} />
      </ul>
    );
  }
  const queues = queuesOf(me.role);
  const own = queues.filter((queue) => queue.own);
  const shared = queues.filter((queue) => !queue.own);
  return (
    <>
      {me.role !== 'oversight' && <ul>{fileNew}</ul>}
      {own.length > 0 && <Queues title={t`My work`} queues={own} onFollow={onFollow} />}
      <Queues title={me.role === 'oversight' ? t`All MDAs` : t`Whole MDA`} queues={shared} onFollow={onFollow} />
      {me.role !== 'oversight' && <OwnUnits onFollow={onFollow} />}
      <SavedViews onFollow={onFollow} />
      {me.role === 'officer' && (
        <Group title={t`Texts`}>
          <Entry to={paths.knownIssues} icon="flag" name={t`Known issues`} onFollow={onFollow} />
          <Entry to={paths.savedReplies} icon="reply" name={t`Saved replies`} onFollow={onFollow} />
        </Group>
      )}
      {me.role === 'supervisor' && (
        <Group title={t`Supervision`}>
          <Entry to={paths.report} icon="chart" name={t`Report`} onFollow={onFollow} />
          <Entry to={paths.mdaStaff} icon="users" name={t`Our staff`} onFollow={onFollow} />
          <Entry to={paths.units} icon="mda" name={t`Units`} onFollow={onFollow} />
          <Entry to={paths.rules} icon="bullet-list" name={t`Rules`} onFollow={onFollow} />
          <Entry to={paths.tags} icon="pen" name={t`Tags`} onFollow={onFollow} />
          <Entry to={paths.customFields} icon="ordered-list" name={t`Custom fields`} onFollow={onFollow} />
          <Entry to={paths.knownIssues} icon="flag" name={t`Known issues`} onFollow={onFollow} />
          <Entry to={paths.savedReplies} icon="reply" name={t`Saved replies`} onFollow={onFollow} />
          <Entry to={paths.contacts} icon="call" name={t`Contacts`} onFollow={onFollow} />
          <Entry to={paths.calendar} icon="calendar" name={t`Calendar`} onFollow={onFollow} />
          <Entry to={paths.targets} icon="clock" name={t`Targets`} onFollow={onFollow} />
          <Entry to={paths.accessChanges} icon="lock" name={t`Changes of access`} onFollow={onFollow} />
          <Entry to={paths.programs} icon="keyboard" name={t`Programs`} onFollow={onFollow} />
          <Entry to={paths.audit} icon="eye" name={t`Audit trail`} onFollow={onFollow} />
        </Group>
      )}
      {me.role === 'oversight' && (
        <Group title={t`Oversight`}>
          <Entry to={paths.report} icon="chart" name={t`Report`} onFollow={onFollow} />
          <Entry to={paths.feedbacks} icon="feedback" name={t`Feedback`} onFollow={onFollow} />
          <Entry to={paths.accessChanges} icon="lock" name={t`Changes of access`} onFollow={onFollow} />
          <Entry to={paths.programs} icon="keyboard" name={t`Programs`} onFollow={onFollow} />
          <Entry to={paths.audit} icon="eye" name={t`Audit trail`} onFollow={onFollow} />
        </Group>
      )}
    </>
  );
}

function Queues({ title, queues, onFollow }: { title: string; queues: Queue[]; onFollow?: () => void }) {
  const { data: counts } = useDeskCounts();
  const suffix = useFilterSuffix();
  return (
    <Group title={title}>
      {queues.map((queue) => {
        const count = queue.count && counts?.[queue.count];
        return (
          <Entry
            key={queue.key}
            to={paths.queue(queue.key)}
            suffix={suffix}
            icon={queue.icon}
            name={i18n._(queue.name)}
            count={count}
            hot={queue.key === 'overdue' && Boolean(count)}
            onFollow={onFollow}
          />
        );
      })}
    </Group>
  );
}

/** Links to the open complaints of each unit that the person is in. */
function OwnUnits({ onFollow }: { onFollow?: () => void }) {
  const me = useMe();
  const [params] = useSearchParams();
  const units = useUnits().data?.filter(({ active, members }) => active && members.some(({ id }) => id === me.id));
  if (!units?.length) return null;
  return (
    <Group title={t`My units`}>
      {units.map(({ id, name }) => (
        <Entry
          key={id}
          to={paths.listOf('open', { unit: id })}
          here={params.get('unit') === id}
          icon="users"
          name={name}
          onFollow={onFollow}
        />
      ))}
    </Group>
  );
}

/** Links to the saved views; pinned ones show how many complaints they have. */
function SavedViews({ onFollow }: { onFollow?: () => void }) {
  const views = useSavedViews().data ?? [];
  if (views.length === 0) return null;
  return (
    <Group title={t`Views`}>
      {views.map((view) => (
        <ViewEntry key={view.id} view={view} onFollow={onFollow} />
      ))}
    </Group>
  );
}

function ViewEntry({ view, onFollow }: { view: SavedView; onFollow?: () => void }) {
  const [, , queue = ''] = useLocation().pathname.split('/');
  const open = useOpenView(queue);
  const query = { ...queueOf(view.queue)?.query, ...view.filter };
  const { data } = useDeskTotal(query, view.pinned && view.gone.length === 0);
  return (
    <Entry
      to={addressOf(view)}
      here={open?.id === view.id}
      icon="bullet-list"
      name={view.name}
      count={view.pinned ? data?.total : undefined}
      most={99}
      onFollow={onFollow}
    />
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h2 className="px-2.5 pt-2 pb-1 font-body text-xs/[1.25] tracking-[0.02em] text-ink-2">{title}</h2>
      <ul>{children}</ul>
    </>
  );
}

type EntryProps = {
  to: string;
  suffix?: string;
  icon: IconName;
  name: string;
  count?: number;
  /** A larger count is not told apart. */
  most?: number;
  hot?: boolean;
  /** Where the address alone does not say whether it is open. */
  here?: boolean;
  onFollow?: () => void;
};

function Entry({ to, suffix = '', icon, name, count, most, hot, here, onFollow }: EntryProps) {
  const { pathname } = useLocation();
  const isHere = here ?? `${pathname}/`.startsWith(`${to}/`);
  return (
    <li>
      <Link
        to={to + suffix}
        className="flex min-h-11 items-center gap-2 rounded-1 px-2.5 py-1 font-medium text-ink-2 no-underline hover:bg-sunken hover:text-ink hover:no-underline aria-[current]:bg-brand-soft aria-[current]:font-bold aria-[current]:text-brand-soft-ink l:min-h-9"
        aria-current={isHere ? 'page' : undefined}
        title={name}
        onClick={onFollow}
      >
        <Icon name={icon} size="s" className="size-4.5" />
        <span>{name}</span>
        {count !== undefined && (
          <span className={hot ? 'ms-auto font-bold text-danger tabular-nums' : 'ms-auto font-semibold tabular-nums'}>
            {most !== undefined && count > most ? `${formatCount(most)}+` : formatCount(count)}
          </span>
        )}
      </Link>
    </li>
  );
}
