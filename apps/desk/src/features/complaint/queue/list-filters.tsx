import { Button } from '@baraza/ui/button';
import { Icon } from '@baraza/ui/icon';
import { Menu, MenuItem } from '@baraza/ui/menu';
import { SelectField } from '@baraza/ui/fields';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from '@baraza/app/router/router';
import { useComplaintCategories } from '../../../lib/api/choices.ts';
import { useMe } from '../../../lib/api/session.tsx';
import { InUse } from '../../../lib/list/in-use.tsx';
import { LoadError } from '@baraza/app/page/load-error';
import { paths } from '../../../lib/router/paths.ts';
import { useColleagues, useJurisdictions } from '../complaint.api.ts';
import { sorts, type Queue, type Sort } from '../queues.ts';
import { filtersOf } from './queue-filters.ts';

/** Returns a function that sets parameters of the address; '' removes one. */
function useSetParams() {
  const [, setParams] = useSearchParams();
  return (values: Record<string, string>) =>
    setParams(
      (params) => {
        for (const [name, value] of Object.entries(values)) {
          if (value) params.set(name, value);
          else params.delete(name);
        }
        return params;
      },
      { replace: true },
    );
}

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
  const [params] = useSearchParams();
  const setParams = useSetParams();
  const { category = '', jurisdiction = '' } = filtersOf(params);
  const categories = useComplaintCategories();
  const jurisdictions = useJurisdictions(me.mda?.id);
  return (
    <div className="grid gap-3 p-2.5">
      {categories.isError && <LoadError title={t`The categories could not be loaded.`} query={categories} />}
      <SelectField
        label={t`Category`}
        placeholder={t`All`}
        options={(categories.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={category}
        onChange={(event) => setParams({ category: event.target.value })}
      />
      {jurisdictions.isError && <LoadError title={t`The jurisdictions could not be loaded.`} query={jurisdictions} />}
      {(jurisdictions.data ?? []).length > 0 && (
        <SelectField
          label={t`Jurisdiction`}
          placeholder={t`All`}
          options={(jurisdictions.data ?? []).map((place) => ({ value: place.id, label: place.jurisdiction.name }))}
          value={jurisdiction}
          onChange={(event) => setParams({ jurisdiction: event.target.value })}
        />
      )}
      {(category || jurisdiction) && (
        <Button size="s" onClick={() => setParams({ category: '', jurisdiction: '' })}>
          <Trans>Show all</Trans>
        </Button>
      )}
    </div>
  );
}

/** Chooses the order of the list, which is part of the address. */
export function SortMenu({ queue, sort }: { queue: Queue; sort: Sort }): ReactNode {
  const setParams = useSetParams();
  const words: Record<Sort, string> = { due: t`Due first`, latest: t`Latest first`, oldest: t`Oldest first` };
  return (
    <Menu
      label={t`Order of the list`}
      trigger={(props) => (
        <Button size="s" {...props}>
          <span className="sr-only">{t`Order:`} </span>
          {words[sort]}
          <Icon name="chevron-down" size="s" />
        </Button>
      )}
    >
      {(close) =>
        sorts.map((option) => (
          <MenuItem
            key={option}
            current={option === sort}
            onClick={() => {
              setParams({ sort: option === (queue.sort ?? 'due') ? '' : option });
              close();
            }}
          >
            {words[option]}
          </MenuItem>
        ))
      }
    </Menu>
  );
}

/** Shows that the list is filtered to one colleague, and clears the filter. */
export function AssigneeFilter({ queueKey, assignee }: { queueKey: string; assignee: string }): ReactNode {
  const { role } = useMe();
  const colleagues = useColleagues(role === 'officer' || role === 'supervisor');
  const name = colleagues.data?.find((colleague) => colleague.id === assignee)?.name ?? t`one colleague`;
  return (
    <p className="w-full text-sm text-ink-2">
      <Trans>
        Only complaints of <bdi className="font-semibold">{name}</bdi>.
      </Trans>{' '}
      <Link to={paths.queue(queueKey)}>
        <Trans>Show all</Trans>
      </Link>
    </p>
  );
}
