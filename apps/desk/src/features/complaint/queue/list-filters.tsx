import type { Named } from '@baraza/contract';
import { AreaFields, LoadError, useAreas, useSearchParams } from '@baraza/app';
import { Button, Icon, Menu, MenuItem, SelectField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useComplaintCategories } from '../../../lib/api/use-endpoint.ts';
import { useMe } from '../../../lib/api/session.tsx';
import { useColleagues, useJurisdictions } from '../complaint.api.ts';
import { toOptions } from '../../../lib/form/to-options.ts';
import { filters, filtersOf, sorts, type Filter, type Queue, type Sort } from '../queues.ts';

function useSetParam() {
  const [, setParams] = useSearchParams();
  return (name: Filter | 'sort', value: string) =>
    setParams(
      (params) => {
        if (value) params.set(name, value);
        else params.delete(name);
        return params;
      },
      { replace: true },
    );
}

/** Filters the list: a menu of choices, and a chip per active filter. All are part of the address. */
export function ListFilters() {
  const set = useSetFilters();
  const setParam = useSetParam();
  return (
    <div className="flex w-full flex-wrap items-center gap-1.5">
      <Menu
        label={t`Filters`}
        align="start"
        className="w-75"
        trigger={(props) => (
          <Button size="s" icon="plus" className="rounded-pill border-dashed" {...props}>
            {t`Filter`}
          </Button>
        )}
      >
        {() => <Choices />}
      </Menu>
      {set.map(({ filter, name }) => (
        <button
          key={filter}
          type="button"
          className="inline-flex min-h-9 max-w-full items-center gap-1.5 rounded-pill bg-brand-soft px-3 text-sm font-semibold text-brand-soft-ink hover:underline"
          onClick={() => setParam(filter, '')}
        >
          <span className="sr-only">{t`Remove the filter`} </span>
          <bdi>{name}</bdi>
          <Icon name="close" size="s" />
        </button>
      ))}
    </div>
  );
}

function useSetFilters(): { filter: Filter; name: string }[] {
  const me = useMe();
  const [params] = useSearchParams();
  const set = filtersOf(params);
  const categories = useComplaintCategories();
  const jurisdictions = useJurisdictions(me.mda?.id);
  const areas = useAreas();
  const colleagues = useColleagues(set.assignee !== undefined && me.mda !== null);
  const choices: Record<Filter, [unknown: string, named: readonly Named[] | undefined]> = {
    category: [t`One category`, categories.data],
    jurisdiction: [t`One jurisdiction`, jurisdictions.data],
    area: [t`One area`, areas.data?.map(({ code, name }) => ({ id: code, name }))],
    assignee: [t`One colleague`, colleagues.data],
  };
  return filters.flatMap((filter) => {
    const id = set[filter];
    if (!id) return [];
    const [unknown, named] = choices[filter];
    return [{ filter, name: named?.find((item) => item.id === id)?.name ?? unknown }];
  });
}

function Choices() {
  const me = useMe();
  const [params] = useSearchParams();
  const setParam = useSetParam();
  const { category = '', jurisdiction = '', area = '' } = filtersOf(params);
  const categories = useComplaintCategories();
  const jurisdictions = useJurisdictions(me.mda?.id);
  return (
    <div className="grid gap-3 p-2.5">
      {categories.isError && <LoadError title={t`The categories could not be loaded.`} query={categories} />}
      <SelectField
        label={t`Category`}
        placeholder={t`All`}
        options={toOptions(categories.data)}
        value={category}
        onChange={(event) => setParam('category', event.target.value)}
      />
      {jurisdictions.isError && <LoadError title={t`The jurisdictions could not be loaded.`} query={jurisdictions} />}
      {(jurisdictions.data ?? []).length > 0 && (
        <SelectField
          label={t`Jurisdiction`}
          placeholder={t`All`}
          options={toOptions(jurisdictions.data)}
          value={jurisdiction}
          onChange={(event) => setParam('jurisdiction', event.target.value)}
        />
      )}
      <AreaFields id="area" value={area} onChange={(code) => setParam('area', code)} placeholder={t`All`} />
    </div>
  );
}

/** Chooses the order of the list, kept in the address. */
export function SortMenu({ queue, sort }: { queue: Queue; sort: Sort }) {
  const setParam = useSetParam();
  const words: Record<Sort, string> = { due: t`Due first`, latest: t`Latest first`, oldest: t`Oldest first` };
  return (
    <Menu
      label={t`Order of the list`}
      trigger={(props) => (
        <Button size="s" variant="quiet" {...props}>
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
              setParam('sort', option === (queue.sort ?? 'due') ? '' : option);
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
