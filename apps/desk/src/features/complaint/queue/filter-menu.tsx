import { Button } from '@baraza/ui/button';
import { Menu } from '@baraza/ui/menu';
import { SelectField } from '@baraza/ui/select-field';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { InUse } from '../../../lib/list/in-use.tsx';
import { LoadError } from '../../../lib/page/load-error.tsx';
import { useMe } from '../../../lib/api/session.tsx';
import { useComplaintCategories } from '../../../lib/api/choices.ts';
import { useJurisdictions } from '../complaint.api.ts';
import { filtersOf, type Filter } from './queue-filters.ts';

/** Filters the list by category and jurisdiction; both are part of the address. */
export function FilterMenu(): ReactNode {
  const [params] = useSearchParams();
  const { category, jurisdiction } = filtersOf(params);
  const active = [category, jurisdiction].filter(Boolean).length;
  return (
    <Menu
      label={t`Filters`}
      className="w-75"
      trigger={(props) => (
        <Button size="s" {...props}>
          <Trans>Filter</Trans>
          <InUse count={active} />
        </Button>
      )}
    >
      {() => <Choices />}
    </Menu>
  );
}

function Choices(): ReactNode {
  const me = useMe();
  const [params, setParams] = useSearchParams();
  const { category = '', jurisdiction = '' } = filtersOf(params);
  const categories = useComplaintCategories();
  const jurisdictions = useJurisdictions(me.mda?.id);
  const choose = (name: Filter, id: string) =>
    setParams(
      (before) => {
        if (id) before.set(name, id);
        else before.delete(name);
        return before;
      },
      { replace: true },
    );
  return (
    <div className="grid gap-3 p-2.5">
      {categories.isError && <LoadError title={t`The categories could not be loaded.`} query={categories} />}
      <SelectField
        label={t`Category`}
        placeholder={t`All`}
        options={(categories.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={category}
        onChange={(event) => choose('category', event.target.value)}
      />
      {jurisdictions.isError && <LoadError title={t`The jurisdictions could not be loaded.`} query={jurisdictions} />}
      {(jurisdictions.data ?? []).length > 0 && (
        <SelectField
          label={t`Jurisdiction`}
          placeholder={t`All`}
          options={(jurisdictions.data ?? []).map((place) => ({ value: place.id, label: place.jurisdiction.name }))}
          value={jurisdiction}
          onChange={(event) => choose('jurisdiction', event.target.value)}
        />
      )}
      {(category || jurisdiction) && (
        <Button
          size="s"
          onClick={() =>
            setParams(
              (before) => {
                before.delete('category');
                before.delete('jurisdiction');
                return before;
              },
              { replace: true },
            )
          }
        >
          <Trans>Show all</Trans>
        </Button>
      )}
    </div>
  );
}
