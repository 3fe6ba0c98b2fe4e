import { endpointQuery } from '@baraza/app/api/client';
import { listContacts, type Contact } from '@baraza/contract/mda/mda';
import { SkeletonList } from '@baraza/ui/skeleton';
import { Table } from '@baraza/ui/table';
import { TextField } from '@baraza/ui/fields';
import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { LoadError } from '@baraza/app/page/load-error';
import { matches } from '../../lib/list/matches.ts';

const link = 'inline-flex min-h-6 items-center py-0.5 max-m:min-h-11';

/** Whom to ask, searchable by name, phone, e-mail or MDA. */
export function ContactTable(): ReactNode {
  const contacts = useQuery(endpointQuery(listContacts));
  const [search, setSearch] = useState('');
  if (contacts.isPending) return <SkeletonList label={t`Loading the contacts`} count={3} />;
  if (!contacts.data) return <LoadError title={t`The contacts could not be loaded.`} query={contacts} />;

  const found = contacts.data
    .filter((it) => matches(search, it.name, it.phone, it.email, it.mda) || phoneMatches(search, it.phone))
    .map((contact, index) => ({ ...contact, number: index + 1 }));
  return (
    <div className="grid gap-3">
      <div role="search" className="max-w-110">
        <TextField
          label={t`Search by name, phone, email or MDA`}
          type="search"
          icon="search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      <p role="status" className="text-md text-ink-2">
        {t`${plural(found.length, { one: '# contact', other: '# contacts' })}`}
      </p>
      <div className="sheet px-4 py-2 m:px-2">
        <Table<Contact & { number: number }>
          caption={t`Customer support contacts`}
          captionHidden
          rows={found}
          rowKey={(row) => `${row.id}-${row.mda}`}
          empty={t`No customer support contacts available.`}
          columns={[
            { header: t`S/N`, cell: (row) => row.number },
            { header: t`Name`, cell: (row) => <bdi>{row.name ?? '–'}</bdi>, rowHeader: true },
            { header: t`Phone No`, cell: (row) => <PhoneLink phone={row.phone} /> },
            { header: t`Email Address`, cell: (row) => <EmailLink email={row.email} /> },
            { header: t`MDA's`, cell: (row) => <bdi>{row.mda}</bdi> },
          ]}
        />
      </div>
    </div>
  );
}

/** "0803 123" finds "+234 (0)803-123…": only digits count. */
function phoneMatches(search: string, phone: string | null): boolean {
  const digits = search.replace(/\D/gu, '');
  return digits.length > 2 && /^[\d\s()+./-]+$/u.test(search) && (phone ?? '').replace(/\D/gu, '').includes(digits);
}

function PhoneLink({ phone }: { phone: string | null }): ReactNode {
  if (!phone) return '–';
  return (
    <a href={`tel:${phone.replace(/[^+\d]/gu, '')}`} className={`${link} whitespace-nowrap`}>
      <bdi dir="ltr">{phone}</bdi>
    </a>
  );
}

function EmailLink({ email }: { email: string | null }): ReactNode {
  if (!email) return '–';
  return (
    <a href={`mailto:${email}`} className={`${link} wrap-anywhere`}>
      <bdi dir="ltr">{email}</bdi>
    </a>
  );
}
