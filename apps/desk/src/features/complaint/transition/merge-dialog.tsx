import { type ComplaintLink, isOpen } from '@baraza/contract';
import { Skeleton } from '@baraza/ui/skeleton';
import { TextField } from '@baraza/ui/text-field';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRef, useState, type ReactNode } from 'react';
import { DayText } from '../../../lib/format/date-text.tsx';
import { LoadError } from '../../../lib/page/load-error.tsx';
import { StatusMark } from '../../../lib/format/status-mark.tsx';
import { useDebounced } from '../../../lib/list/use-debounced.ts';
import { useParents } from '../complaint.api.ts';
import { StepDialog, type StepProps } from './step-dialog.tsx';

/** Merges this complaint with another one, chosen from similar ones or by search. */
export function MergeDialog(props: StepProps): ReactNode {
  const { complaint } = props;
  const search = useRef<HTMLInputElement>(null);
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState<ComplaintLink | null>(null);
  const [error, setError] = useState<string>();
  const q = useDebounced(words.trim());
  const parents = useParents(complaint.id, q);
  const matches = (parents.data ?? []).filter(
    ({ id, state }) => id !== complaint.id && (isOpen(state) || state === 'resolved'),
  );
  const read = () => {
    if (chosen) return { parent: chosen.id };
    setError(t`Choose the complaint that it belongs to.`);
    search.current?.focus();
    return null;
  };
  return (
    <StepDialog
      {...props}
      action="merge"
      title={t`Merge with another complaint`}
      submitText={t`Merge`}
      sendingText={t`Merging`}
      doneText={() => t`Merged with ${chosen?.trackingId ?? ''}. The citizen has been told.`}
      read={read}
      focusFirst={() => search.current?.focus()}
    >
      <p className="text-ink-2">
        <Trans>
          Choose the complaint about the same matter. From then on both are handled together: this citizen gets every
          public answer to the other one, and its status. This cannot be undone.
        </Trans>
      </p>
      <TextField
        ref={search}
        type="search"
        icon="search"
        label={t`Find it by tracking ID, its last characters, or words`}
        hint={t`Below stand the most similar ones until you search.`}
        autoComplete="off"
        maxLength={100}
        value={words}
        error={error}
        errorPrefix={t`Error:`}
        onChange={(event) => setWords(event.target.value)}
      />
      {parents.isError && <LoadError title={t`The complaints could not be loaded.`} query={parents} />}
      {parents.isPending && <Skeleton className="h-16" />}
      {parents.data && (
        <p role="status" className="text-sm text-ink-2">
          {matches.length > 0
            ? t`${plural(matches.length, { one: '# complaint', other: '# complaints' })}`
            : t`Nothing was found.`}
        </p>
      )}
      <fieldset className="-m-1 grid max-h-[40dvh] gap-1.5 overflow-y-auto p-1">
        <legend className="sr-only">
          <Trans>Merge with</Trans>
        </legend>
        {matches.map((match) => (
          <label
            key={match.id}
            htmlFor={`parent-${match.id}`}
            className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 gap-y-0.5 rounded-1 border border-line px-3 py-2.5 hover:bg-sunken has-checked:border-brand has-checked:bg-brand-soft"
          >
            <input
              type="radio"
              id={`parent-${match.id}`}
              name="parent"
              className="mt-1 size-4.5 shrink-0 accent-brand"
              checked={chosen?.id === match.id}
              onChange={() => {
                setChosen(match);
                setError(undefined);
              }}
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
    </StepDialog>
  );
}
