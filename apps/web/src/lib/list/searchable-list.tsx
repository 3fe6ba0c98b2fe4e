import { Button, cx, EmptyState, Icon, SelectField, SkeletonList, TextField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { LoadError, useDataInSteps, say } from '@baraza/app';
import { type ListParams, pageSize } from './use-list-params.ts';

interface SearchableListProps<Item> {
  params: ListParams;
  placeholder: string;
  categories: readonly { id: string; name: string }[];
  query: UseQueryResult<{ readonly items: readonly Item[]; readonly nextCursor: string | null }>;
  failed: string;
  loading: string;
  count: (shown: number) => string;
  /** Number of items without search and category, if known. */
  total?: number | undefined;
  onTurn: () => void;
  children: (item: Item) => ReactNode;
}

/** Lists a citizen's complaints or feedback with search, sort order, category and pages. */
export function SearchableList<Item extends { readonly id: string }>(props: SearchableListProps<Item>) {
  const { params, placeholder, categories, query, failed, loading, count, total, onTurn, children } = props;
  const data = useDataInSteps(query);
  const shown = data?.items.length ?? 0;
  const nextCursor = data?.nextCursor;
  const turn = (action: () => void) => () => {
    action();
    onTurn();
  };
  const clear = () => {
    params.clear();
    document.querySelector<HTMLElement>('input[type=search]')?.focus();
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ListTools params={params} placeholder={placeholder} categories={categories} />
      {/* Rendered while still empty: screen readers often skip a status that appears together with its text. */}
      <p role="status" className="sr-only">
        {data && count(shown)}
      </p>
      {query.isError && <LoadError title={failed} query={query} />}
      {!data && !query.isError && <SkeletonList label={loading} count={5} />}
      {data && shown > 0 && (
        <ul className={cx('grid gap-3.5 transition-opacity', query.isPlaceholderData && 'opacity-60')}>
          {data.items.map((item) => (
            <li key={item.id}>{children(item)}</li>
          ))}
        </ul>
      )}
      {data && shown === 0 && (
        <EmptyState
          title={t`No complaints found.`}
          action={params.filtered && <Button onClick={clear}>{t`Clear search and filters`}</Button>}
        />
      )}
      {data && (nextCursor || params.pagesBefore > 0) && (
        <nav aria-label={t`Pages`} className="flex flex-wrap items-center justify-between gap-3 text-md text-ink-2">
          <span className="tabular-nums">
            {rangeText(params.pagesBefore * pageSize, shown, params.filtered ? undefined : total)}
          </span>
          <span className="flex gap-2">
            <Button onClick={turn(params.previous)} disabled={params.pagesBefore === 0}>
              {t`Previous`}
            </Button>
            <Button onClick={turn(() => params.next(nextCursor!))} disabled={!nextCursor}>
              {t`Next`}
            </Button>
          </span>
        </nav>
      )}
    </div>
  );
}

function rangeText(before: number, shown: number, total: number | undefined): string {
  const from = shown === 0 ? 0 : before + 1;
  const to = before + shown;
  return total === undefined ? t`Showing ${from} to ${to}` : t`Showing ${from} to ${to} of ${total}`;
}

type ListToolsProps = Pick<SearchableListProps<unknown>, 'params' | 'placeholder' | 'categories'>;

function ListTools({ params, placeholder, categories }: ListToolsProps) {
  const { filters, change } = params;
  const [isOpen, setOpen] = useState(params.filtered && filters.q === '');
  const folded = isOpen ? 'max-m:col-span-full' : 'max-m:hidden';
  return (
    <div
      role="search"
      className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3 m:grid-cols-[minmax(0,1fr)_11rem_14rem]"
    >
      <SearchBox q={filters.q} placeholder={placeholder} onSearch={(q) => change('q', q)} />
      <Button className="m:hidden" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t`Sort`}
        <Icon name="chevron-down" size="s" />
      </Button>
      <SelectField
        fieldClassName={folded}
        label={t`Sort By`}
        value={filters.sort}
        onChange={(event) => change('sort', event.target.value === 'oldest' ? 'oldest' : '')}
        options={[
          { value: 'latest', label: t`Latest` },
          { value: 'oldest', label: t`Oldest` },
        ]}
      />
      <SelectField
        fieldClassName={folded}
        label={t`Category`}
        value={filters.category ?? ''}
        onChange={(event) => change('category', event.target.value)}
        placeholder={t`All Categories`}
        options={categories.map(({ id, name }) => ({ value: id, label: say(name) }))}
      />
    </div>
  );
}

function SearchBox(props: { q: string; placeholder: string; onSearch: (q: string) => void }) {
  const [text, setText] = useState(props.q);
  const searched = useRef(props.q);
  const onSearch = useEffectEvent(props.onSearch);

  // The address changed elsewhere: Back, or "Clear search and filters".
  useEffect(() => {
    if (props.q === searched.current) return;
    searched.current = props.q;
    setText(props.q);
  }, [props.q]);

  useEffect(() => {
    const query = text.trim();
    if (query === searched.current) return;
    const timer = setTimeout(() => {
      searched.current = query;
      onSearch(query);
    }, 250);
    return () => clearTimeout(timer);
  }, [text]);

  return (
    <TextField
      label={t`Search`}
      labelHidden
      type="search"
      maxLength={100}
      placeholder={props.placeholder}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}
