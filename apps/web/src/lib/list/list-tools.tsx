import { SelectField, TextField } from '@baraza/ui/fields';
import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { ListParams } from './use-list-params.ts';

interface ListToolsProps {
  params: ListParams;
  /** The fixed words in the empty search box. */
  placeholder: string;
  categories: readonly { id: string; name: string }[];
}

/** Search, order and category of a list. */
export function ListTools({ params, placeholder, categories }: ListToolsProps): ReactNode {
  const { sort, category, change } = params;
  return (
    <div
      role="search"
      className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),auto))] items-end gap-3 m:grid-cols-[minmax(0,1fr)_11rem_14rem]"
    >
      <SearchBox q={params.q} placeholder={placeholder} onSearch={(q) => change('q', q)} />
      <SelectField
        label={t`Sort By`}
        value={sort}
        onChange={(event) => change('sort', event.target.value === 'oldest' ? 'oldest' : '')}
        options={[
          { value: 'latest', label: t`Latest` },
          { value: 'oldest', label: t`Oldest` },
        ]}
      />
      <SelectField
        label={t`Category`}
        value={category}
        onChange={(event) => change('category', event.target.value)}
        placeholder={t`All Categories`}
        options={categories.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </div>
  );
}

/** Asks a quarter of a second after the last letter. */
function SearchBox(props: { q: string; placeholder: string; onSearch: (q: string) => void }): ReactNode {
  const [text, setText] = useState(props.q);
  const asked = useRef(props.q);
  const onSearch = useRef(props.onSearch);
  onSearch.current = props.onSearch;

  // The address changed by other means: Back, or "Clear search and filters".
  useEffect(() => {
    if (props.q === asked.current) return;
    asked.current = props.q;
    setText(props.q);
  }, [props.q]);

  useEffect(() => {
    const wanted = text.trim();
    if (wanted === asked.current) return;
    const timer = setTimeout(() => {
      asked.current = wanted;
      onSearch.current(wanted);
    }, 250);
    return () => clearTimeout(timer);
  }, [text]);

  return (
    <TextField
      label={t`Search`}
      labelHidden
      type="search"
      icon="search"
      maxLength={100}
      placeholder={props.placeholder}
      value={text}
      onChange={(event) => setText(event.target.value)}
      fieldClassName="col-span-full m:col-span-1"
    />
  );
}
