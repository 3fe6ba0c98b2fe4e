import { type MdaSuggestions, suggestedTextMax, suggestMdas } from '@baraza/contract/mda/suggest-mdas';
import { Button } from '@baraza/ui/button';
import { t } from '@lingui/core/macro';
import { useEffect, useState, type ReactNode } from 'react';
import { call } from '../api/client.ts';
import { useOnline } from '../use-online.ts';

/** Characters from which a text says anything. */
const leastText = 20;
/** Milliseconds without a letter, after which is asked. */
const pause = 800;

interface SuggestedMdasProps {
  readonly title: string;
  /** HTML. */
  readonly description: string;
  /** The id of the MDA that is chosen. */
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

/** Names MDAs that a text may be for, with the words that led to them; a press chooses one. It decides nothing. */
export function SuggestedMdas({ title, description, chosen, onChoose }: SuggestedMdasProps): ReactNode {
  const [found, setFound] = useState<MdaSuggestions | null>(null);
  const isOnline = useOnline();
  const text = `${title} ${description.replace(/<[^<>]*>|&\w+;/gu, ' ')}`.trim().slice(0, suggestedTextMax);
  useEffect(() => {
    if (text.length < leastText) return setFound(null);
    const asking = new AbortController();
    // No query: what is typed is kept on the device nowhere else.
    const timer = setTimeout(() => {
      call(suggestMdas, { body: { text } }, { signal: asking.signal }).then(setFound, () => undefined);
    }, pause);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [text]);
  const { suggestions, right, of } = isOnline && found ? found : { suggestions: [], right: 0, of: 0 };
  const isShown = suggestions.length > 0;
  return (
    <div className={isShown ? 'grid gap-2 rounded-1 border border-line p-4' : 'sr-only'}>
      <p role="status" className="font-semibold">
        {isShown && t`It may be this office. You choose.`}
      </p>
      <ul className="grid gap-2">
        {suggestions.map(({ mda, words }) => (
          <li key={mda.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Button
              variant={mda.id === chosen ? 'primary' : 'outline'}
              aria-pressed={mda.id === chosen}
              onClick={() => onChoose(mda.id)}
            >
              <bdi>{mda.name}</bdi>
            </Button>
            <span className="text-sm text-ink-2">
              <bdi>{words.join(', ')}</bdi>
            </span>
          </li>
        ))}
      </ul>
      {of > 0 && <p className="text-sm text-ink-2">{t`Right ${right} of the last ${of} times.`}</p>}
    </div>
  );
}
