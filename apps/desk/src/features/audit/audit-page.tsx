import { auditRoles, exportAudit } from '@baraza/contract';
import { Button } from '@baraza/ui/button';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useSearchParams } from '@baraza/app/router/router';
import { Loaded } from '../../lib/page/loaded.tsx';
import { forRoles, Page } from '../../lib/page/page.tsx';
import { useMe } from '../../lib/api/session.tsx';
import { ShowMore } from '@baraza/app/page/show-more';
import { errorText } from '@baraza/app/texts';
import { AuditFilterForm } from './audit-filter-form.tsx';
import { AuditTable } from './audit-table.tsx';
import { useDownload } from '../../lib/api/use-endpoint.ts';
import { readFilters, useAudit } from './audit.api.ts';

/** Shows the audit trail: who did what, and who viewed whose identity. */
export default forRoles(auditRoles, AuditTrail);

function AuditTrail(): ReactNode {
  const { role } = useMe();
  const [params] = useSearchParams();
  const filters = readFilters(params);
  const query = useAudit(filters);
  const save = useDownload(exportAudit);
  const intro =
    role === 'supervisor'
      ? t`Who did what in your MDA, and who looked at whose identity. Nothing here can be changed.`
      : t`Who did what, and who looked at whose identity. Nothing here can be changed.`;
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
      <Loaded
        query={query}
        failed={t`The audit trail could not be loaded.`}
        loading={t`Loading the audit trail`}
        cards={4}
      >
        {(data) => <AuditTable entries={data.pages.flatMap((page) => page.items)} />}
      </Loaded>
      <ShowMore query={query} />
    </Page>
  );
}
