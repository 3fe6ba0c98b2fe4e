import { auditGroups, auditRoles, exportAudit } from '@baraza/contract';
import { Button, buttonClass, DateField, SelectField, TextField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useRef, type FormEvent } from 'react';
import { errorText, Link, ShowMore, useNavigate, useSearchParams } from '@baraza/app';
import { Loaded, forRoles, Page } from '../../lib/page/page.tsx';
import { useMe } from '../../lib/api/session.tsx';
import { AuditTable } from './audit-table.tsx';
import { useDownload } from '../../lib/api/use-endpoint.ts';
import { readFilters, useAudit, auditPath, filterNames, type AuditFilters } from './audit.api.ts';
import { i18n } from '../../lib/i18n/i18n.ts';
import { paths } from '../../lib/router/paths.ts';
import { groupWords } from './audit-words.ts';

/** Shows the audit trail: who did what, and who viewed whose identity. */
export default forRoles(auditRoles, AuditTrail);

function AuditTrail() {
  const { role } = useMe();
  const [params] = useSearchParams();
  const filters = readFilters(params);
  const query = useAudit(filters);
  const save = useDownload(exportAudit);
  const intro =
    role === 'supervisor'
      ? t`A record of who did what in your MDA, and who viewed a citizen’s identity. Entries cannot be changed.`
      : t`A record of who did what, and who viewed a citizen’s identity. Entries cannot be changed.`;
  return (
    <Page
      title={t`Audit trail`}
      intro={intro}
      action={
        <Button
          icon="download"
          loading={save.isPending}
          loadingText={t`Exporting`}
          onClick={() => save.mutate({ query: filters })}
        >
          {t`Export as CSV`}
        </Button>
      }
    >
      {save.isError && (
        <p role="alert" className="font-semibold text-danger-ink">
          {errorText(save.error)}
        </p>
      )}
      <AuditFilterForm filters={filters} />
      <Loaded query={query}>{(data) => <AuditTable entries={data.pages.flatMap((page) => page.items)} />}</Loaded>
      <ShowMore query={query} />
    </Page>
  );
}

function AuditFilterForm({ filters }: { filters: AuditFilters }) {
  const navigate = useNavigate();
  const formRef = useRef<HTMLFormElement>(null);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const chosen = Object.fromEntries(filterNames.map((name) => [name, String(form.get(name) ?? '').trim()]));
    navigate(auditPath(chosen));
  };
  return (
    <form
      ref={formRef}
      role="search"
      aria-label={t`Filter the audit trail`}
      onSubmit={send}
      className="grid gap-3"
      noValidate
    >
      {/* Remounts when the address changes, since links in the table filter too. */}
      <Fields key={auditPath(filters)} filters={filters} />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary">
          {t`Show`}
        </Button>
        {/* Resets by hand: an address already without filters would not empty the fields. */}
        <Link to={paths.audit} className={buttonClass({ variant: 'quiet' })} onClick={() => formRef.current?.reset()}>
          {t`Clear filters`}
        </Link>
        {filters.actor && <span className="text-ink-2">{t`Only one person is shown.`}</span>}
      </div>
    </form>
  );
}

function Fields({ filters }: { filters: AuditFilters }) {
  const groups = auditGroups.map((group) => ({ value: group, label: i18n._(groupWords[group]) }));
  const outcomes = [
    { value: 'done', label: t`Done` },
    { value: 'refused', label: t`Refused` },
  ];
  return (
    <div className="grid gap-3 m:grid-cols-3">
      <TextField name="who" label={t`Staff, by name or email`} defaultValue={filters.who} maxLength={100} />
      <SelectField
        name="group"
        label={t`About`}
        options={groups}
        placeholder={t`Everything`}
        defaultValue={filters.group ?? ''}
      />
      <SelectField
        name="outcome"
        label={t`Outcome`}
        options={outcomes}
        placeholder={t`Done or refused`}
        defaultValue={filters.outcome ?? ''}
      />
      <TextField name="object" label={t`Tracking ID`} defaultValue={filters.object} maxLength={60} dir="ltr" />
      <DateField name="from" label={t`From (UTC)`} defaultValue={filters.from} />
      <DateField name="to" label={t`To (UTC)`} defaultValue={filters.to} />
      {/* Keeps the person chosen by a link in the table. */}
      <input type="hidden" name="actor" value={filters.actor ?? ''} />
    </div>
  );
}
