import type { AuditEntry } from '@baraza/contract';
import { Icon, Table, type TableColumn } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Link } from '@baraza/app';
import { MomentText } from '../../lib/format/date-text.tsx';
import { detailWords } from './audit-detail.ts';
import { auditPath } from './audit.api.ts';
import { roleWord } from '../../lib/format/role-words.ts';
import { actionWord, groupWords, wordOf } from './audit-words.ts';
import { i18n } from '../../lib/i18n/i18n.ts';

/** Lists audit entries. Person and object link to all entries about them. */
export function AuditTable({ entries }: { entries: AuditEntry[] }) {
  const columns: TableColumn<AuditEntry>[] = [
    { header: t`Action`, rowHeader: true, cell: (row) => <What entry={row} /> },
    { header: t`Person`, cell: (row) => <Who entry={row} /> },
    { header: t`Concerning`, cell: (row) => <Concerning entry={row} /> },
    {
      header: t`When`,
      cell: (row) => (
        <span className="whitespace-nowrap">
          <MomentText at={row.at} ago={false} />
        </span>
      ),
    },
    { header: t`Details`, cell: (row) => <Details entry={row} /> },
  ];
  return (
    <Table caption={t`Audit trail`} captionHidden columns={columns} rows={entries} empty={t`Nothing was found.`} />
  );
}

function What({ entry }: { entry: AuditEntry }) {
  return (
    <>
      {actionWord(entry.action)}
      {entry.outcome === 'refused' && (
        <span className="mt-0.5 flex items-center gap-1 font-semibold">
          <Icon name="close" size="s" />
          {t`Refused`}
        </span>
      )}
    </>
  );
}

function Who({ entry: { actor, mda } }: { entry: AuditEntry }) {
  if (!actor) return t`Unknown person`;
  const staffRole = actor.role === 'citizen' ? null : actor.role;
  const name = actor.name ?? (staffRole ? t`A former member of staff` : t`A citizen`);
  return (
    <span className="block">
      <Link to={auditPath({ actor: actor.id })}>
        <bdi>{name}</bdi>
      </Link>
      <span className="block text-ink-2">
        {staffRole && roleWord(staffRole)}
        {staffRole && mda && ' · '}
        {mda && <bdi>{mda.name}</bdi>}
      </span>
    </span>
  );
}

function Concerning({ entry: { object } }: { entry: AuditEntry }) {
  if (!object) return '–';
  // The id of a list is a hash of its rows, which the details name. Nobody would quote it.
  if (object.kind === 'complaint-list') return i18n._(groupWords.complaint);
  return (
    // A block keeps a tracking ID on one line if there is room.
    <Link to={auditPath({ object: object.id })} className="inline-block max-w-full">
      <bdi className="break-words">{object.label ?? wordOf(groupWords, object.kind)}</bdi>
    </Link>
  );
}

function Details({ entry: { detail, network } }: { entry: AuditEntry }) {
  const details = detailWords(detail);
  if (details.length === 0 && !network) return '–';
  return (
    <span className="grid break-words text-ink-2">
      {details.map(({ name, value }) => (
        <span key={name}>
          {name}: <bdi>{value}</bdi>
        </span>
      ))}
      {network && (
        <span>
          {t`From`}{' '}
          <bdi dir="ltr" className="inline-block max-w-full">
            {network}
          </bdi>
        </span>
      )}
    </span>
  );
}
