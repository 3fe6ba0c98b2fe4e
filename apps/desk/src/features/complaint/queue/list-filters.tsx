import { type CustomField, fieldValueIn, sources, valuesOf, type Named } from '@baraza/contract';
import { AreaFields, LoadError, say, useAreas, useSearchParams } from '@baraza/app';
import { Button, Icon, Menu, MenuItem, SelectField, TextField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useComplaintCategories, useMdas } from '../../../lib/api/use-endpoint.ts';
import { useMe } from '../../../lib/api/session.tsx';
import { useColleagues, useCustomFields, useJurisdictions, useUnits } from '../complaint.api.ts';
import { useShortcuts } from '../../../lib/shortcut/shortcuts.ts';
import { toOptions } from '../../../lib/form/to-options.ts';
import { sourceWord } from '../../../lib/format/source-word.ts';
import { priorityOptions, tagsIn } from '../mark/marks.ts';
import { filters, filtersOf, sorts, type Filter, type FilterValues, type Queue, type Sort } from '../queues.ts';

function useSetParam() {
  const [, setParams] = useSearchParams();
  return (value: string, ...names: (Filter | 'sort')[]) =>
    setParams(
      (params) => {
        for (const name of names) {
          if (value) params.set(name, value);
          else params.delete(name);
        }
        return params;
      },
      { replace: true },
    );
}

/** Filters the list: a menu of choices, and a chip per active filter. All are part of the address. */
export function ListFilters() {
  const [params] = useSearchParams();
  const setParam = useSetParam();
  const values = filtersOf(params);
  const clear = Object.keys(values).length > 0 ? () => setParam('', ...filters) : undefined;
  useShortcuts({ z: clear });
  return (
    <>
      <FilterBar values={values} onSet={(filter, list) => setParam(list, filter)} />
      {clear && <Button size="s" variant="quiet" onClick={clear}>{t`Clear filters`}</Button>}
    </>
  );
}

type FilterBarProps = { values: FilterValues; onSet: (filter: Filter, list: string) => void; only?: readonly Filter[] };

/** Shows a filter as chips, with a menu of choices. */
export function FilterBar({ values, onSet, only = filters }: FilterBarProps) {
  const chips = useChips(values);
  return (
    <div className="flex flex-wrap items-center gap-1.5">
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
        {() => <Choices values={values} onSet={onSet} only={only} />}
      </Menu>
      {chips.map(({ filter, value, name }) => (
        <button
          key={`${filter} ${value}`}
          type="button"
          className="inline-flex min-h-9 max-w-full items-center gap-1.5 rounded-pill bg-brand-soft px-3 text-sm font-semibold text-brand-soft-ink hover:underline"
          onClick={() => onSet(filter, without(values[filter], value))}
        >
          <span className="sr-only">{t`Remove the filter`} </span>
          <bdi>{name}</bdi>
          <Icon name="close" size="s" />
        </button>
      ))}
    </div>
  );
}

const withValues = (list: string | undefined, more: string) =>
  [...new Set([...valuesOf(list), ...valuesOf(more)])].join(',');
const without = (list: string | undefined, value: string) =>
  valuesOf(list)
    .filter((other) => other !== value)
    .join(',');

/** Lists each value of each filter with its name. */
function useChips(set: FilterValues) {
  const me = useMe();
  const categories = useComplaintCategories();
  const jurisdictions = useJurisdictions(me.mda?.id);
  const areas = useAreas();
  const mdas = useMdas(set.mda !== undefined);
  const colleagues = useColleagues(set.assignee !== undefined && me.mda !== null);
  const units = useUnits(set.unit !== undefined && me.mda !== null);
  const fields = useCustomFields(set.field !== undefined && me.mda !== null);
  const choices: Partial<Record<Filter, [unknown: string, named: readonly Named[] | undefined]>> = {
    category: [t`One category`, categories.data],
    jurisdiction: [t`One jurisdiction`, jurisdictions.data],
    area: [
      t`One area`,
      [{ id: 'none', name: t`No area` }, ...(areas.data ?? []).map(({ code, name }) => ({ id: code, name }))],
    ],
    mda: [t`One MDA`, mdas.data],
    assignee: [t`One colleague`, colleagues.data],
    unit: [t`One unit`, [{ id: 'none', name: t`No unit` }, ...(units.data ?? [])]],
    field: [
      t`A custom field`,
      valuesOf(set.field).map((value) => ({ id: value, name: fieldText(value, fields.data) })),
    ],
    knownIssue: [t`One known issue`, undefined],
    alike: [t`Like a known issue`, undefined],
    run: [t`Not done`, undefined],
    record: [t`By officer, in a report`, undefined],
    source: ['', sources.map((id) => ({ id, name: sourceWord(id) }))],
    priority: ['', priorityOptions().map(({ value, label }) => ({ id: value, name: label }))],
  };
  return filters.flatMap((filter) =>
    valuesOf(set[filter]).map((value) => {
      const [unknown, named] = choices[filter] ?? [value.replace('..', ' – '), undefined];
      return { filter, value, name: say(named?.find(({ id }) => id === value)?.name ?? unknown) };
    }),
  );
}

function Choices({ values, onSet, only = filters }: FilterBarProps) {
  const me = useMe();
  const categories = useComplaintCategories();
  const jurisdictions = useJurisdictions(me.mda?.id);
  const mdas = useMdas(me.role === 'oversight');
  const units = useUnits(me.mda !== null);
  const add = (filter: Filter, value: string) => value && onSet(filter, withValues(values[filter], value));
  const choice = (filter: Filter, label: string, options: { value: string; label: string }[]) => {
    const chosen = valuesOf(values[filter]);
    return (
      <SelectField
        label={label}
        placeholder={chosen.length > 0 ? t`Add one` : t`All`}
        options={options.filter(({ value }) => !chosen.includes(value))}
        value=""
        onChange={(event) => add(filter, event.target.value)}
      />
    );
  };
  return (
    <div className="grid gap-3 p-2.5">
      {mdas.isError && <LoadError title={t`The MDAs could not be loaded.`} query={mdas} />}
      {me.role === 'oversight' && only.includes('mda') && choice('mda', t`MDA`, toOptions(mdas.data))}
      {categories.isError && <LoadError title={t`The categories could not be loaded.`} query={categories} />}
      {choice('category', t`Category`, toOptions(categories.data))}
      {jurisdictions.isError && <LoadError title={t`The jurisdictions could not be loaded.`} query={jurisdictions} />}
      {(jurisdictions.data ?? []).length > 0 && choice('jurisdiction', t`Jurisdiction`, toOptions(jurisdictions.data))}
      {units.isError && <LoadError title={t`The units could not be loaded.`} query={units} />}
      {units.data?.length ? choice('unit', t`Unit`, unitOptions(units.data)) : null}
      <AreaFields id="area" value={values.area ?? ''} onChange={(code) => onSet('area', code)} placeholder={t`All`} />
      {choice('priority', t`Priority`, priorityOptions())}
      <TextEntry label={t`Tag`} onAdd={(text) => add('tag', (tagsIn(text) ?? []).join(','))} />
      {me.mda && <FieldChoice onChoose={(value) => add('field', value)} />}
    </div>
  );
}

const unitOptions = (units: readonly Named[]) => [{ value: 'none', label: t`No unit` }, ...toOptions(units)];

type TextEntryProps = { label: string; type?: 'text' | 'date'; onAdd: (text: string) => void };

/** A text that is added to the filters. */
function TextEntry({ label, type = 'text', onAdd }: TextEntryProps) {
  const [text, setText] = useState('');
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        // The filter may stand in the form of a dialog.
        event.stopPropagation();
        onAdd(text);
        setText('');
      }}
    >
      <TextField
        label={label}
        type={type}
        fieldClassName="flex-1"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" size="s" className="min-h-11">
        {t`Add`}
      </Button>
    </form>
  );
}

function fieldText(clause: string, fields: readonly CustomField[] | undefined): string {
  const [of, value] = fieldValueIn(clause) ?? [];
  const field = fields?.find(({ id }) => id === of);
  const option = field?.options.find(({ id }) => id === value);
  return `${field?.name ?? t`A custom field`}: ${option?.name ?? value}`;
}

/** Chooses a custom field, then one of its values. */
function FieldChoice({ onChoose }: { onChoose: (clause: string) => void }) {
  const fields = useCustomFields().data?.filter(({ active, personal }) => active && !personal);
  const [id, setId] = useState('');
  const field = fields?.find((one) => one.id === id);
  const choose = (value: string) => value.trim() && onChoose(`${id}:${encodeURIComponent(value.trim())}`);
  if (!fields?.length) return null;
  return (
    <>
      <SelectField
        label={t`Custom field`}
        placeholder={t`All`}
        options={toOptions(fields)}
        value={id}
        onChange={({ target }) => setId(target.value)}
      />
      {field?.type === 'list' && (
        <SelectField
          label={field.name}
          placeholder={t`Choose one`}
          options={toOptions(field.options.filter(({ active }) => active))}
          value=""
          onChange={({ target }) => choose(target.value)}
        />
      )}
      {field && field.type !== 'list' && (
        <TextEntry label={field.name} type={field.type === 'date' ? 'date' : 'text'} onAdd={choose} />
      )}
    </>
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
              setParam(option === (queue.sort ?? 'due') ? '' : option, 'sort');
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
