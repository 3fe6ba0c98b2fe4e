import { type ComplaintLink, isWorked } from '@baraza/contract';
import { Skeleton, TextField, type TextFieldProps } from '@baraza/ui';
import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { DayText } from '../../../lib/format/date-text.tsx';
import { LoadError, StatusMark } from '@baraza/app';
import { useDebounced } from '../../../lib/list/use-debounced.ts';
import { useParents } from '../complaint.api.ts';

type MergeChoiceProps = TextFieldProps & {
  complaint: { readonly id: string };
  /** Complaints listed before a search; similar ones by default. */
  suggested?: readonly ComplaintLink[];
  onChoose: (parent: string) => void;
};

/** Chooses the complaint to merge with, from similar ones or by search. */
export function MergeChoice({ complaint, suggested, value: chosen, onChoose, ...field }: MergeChoiceProps) {
  const [words, setWords] = useState('');
  const parents = useParents(complaint.id, useDebounced(words.trim()));
  const choices = words.trim() === '' && suggested ? suggested : (parents.data ?? []);
  const matches = choices.filter(
    ({ id, state }) => (suggested || id !== complaint.id) && (isWorked(state) || state === 'resolved'),
  );
  return (
    <>
      <TextField
        {...field}
        type="search"
        required={false}
        autoComplete="off"
        maxLength={100}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      {parents.isError && <LoadError title={t`The complaints could not be loaded.`} query={parents} />}
      <p role="status" className="min-h-5 text-sm text-ink-2">
        {parents.data &&
          (matches.length > 0
            ? t`${plural(matches.length, { one: '# complaint', other: '# complaints' })}`
            : t`Nothing was found.`)}
      </p>
      {/* Keeps its height while the list loads, so that the buttons below do not move. */}
      <fieldset className="-m-1 grid h-[40dvh] content-start gap-1.5 overflow-y-auto p-1">
        <legend className="sr-only">{t`Merge with`}</legend>
        {parents.isPending && <Skeleton className="h-16" />}
        {matches.map((match) => (
          <label
            key={match.id}
            htmlFor={`parent-${match.id}`}
            className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 gap-y-0.5 rounded-1 border border-line px-3 py-2.5 hover:bg-sunken has-checked:border-brand has-checked:bg-brand-soft"
          >
            <input
              type="radio"
              id={`parent-${match.id}`}
              name="merge-with"
              className="mt-1 size-4.5 shrink-0 accent-brand"
              checked={chosen === match.id}
              onChange={() => onChoose(match.id)}
            />
            <bdi className="font-semibold wrap-anywhere">{match.title}</bdi>
            <span className="col-start-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
              <span className="mono" translate="no">
                {match.trackingId}
              </span>
              <DayText at={match.submittedDate} />
              <StatusMark status={match.status} />
            </span>
          </label>
        ))}
      </fieldset>
    </>
  );
}
