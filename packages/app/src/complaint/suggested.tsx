import { type Suggested, type SuggestedKind, suggestedTextMax, suggestForText } from '@baraza/contract';
import { Button } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useEffect, useState, type ReactNode } from 'react';
import { call } from '../api/client.ts';
import { useOnline } from '../api/use-online.ts';

/** Characters a text needs before suggestions are requested. */
const leastText = 20;
/** Milliseconds without typing before suggestions are requested. */
const pause = 800;
const kinds = ['mda', 'category'] as const;

interface SuggestedTargetsProps {
  readonly title: string;
  /** HTML. */
  readonly description: string;
  readonly chosen: Readonly<Partial<Record<SuggestedKind, string>>>;
  readonly onChoose: (kind: SuggestedKind, id: string) => void;
}

/** Suggests MDAs and categories for a text; a press chooses one. */
export function SuggestedTargets({ title, description, chosen, onChoose }: SuggestedTargetsProps): ReactNode {
  const [found, setFound] = useState<Record<SuggestedKind, Suggested> | null>(null);
  const isOnline = useOnline();
  const text = `${title} ${description.replace(/<[^<>]*>|&\w+;/gu, ' ')}`.trim().slice(0, suggestedTextMax);
  useEffect(() => {
    if (text.length < leastText) return setFound(null);
    const asking = new AbortController();
    // Not a query, whose cache would keep typed text on the device.
    const timer = setTimeout(() => {
      call(suggestForText, { body: { text } }, { signal: asking.signal }).then(setFound, () => undefined);
    }, pause);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [text]);
  const words = { mda: t`It may be this office. You choose.`, category: t`It may be this category. You choose.` };
  return kinds
    .filter((kind) => chosen[kind] !== undefined)
    .map((kind) => (
      <Suggestions
        key={kind}
        title={words[kind]}
        found={isOnline ? found?.[kind] : undefined}
        chosen={chosen[kind]}
        onChoose={(id) => onChoose(kind, id)}
      />
    ));
}

interface SuggestionsProps {
  readonly title: string;
  readonly found: Suggested | undefined;
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}

function Suggestions({ title, found, chosen, onChoose }: SuggestionsProps): ReactNode {
  const { suggestions, right, of } = found ?? { suggestions: [], right: 0, of: 0 };
  const isShown = suggestions.length > 0;
  return (
    <div className={isShown ? 'grid gap-2 rounded-1 border border-line p-4' : 'sr-only'}>
      <p role="status" className="font-semibold">
        {isShown && title}
      </p>
      <ul className="grid gap-2">
        {suggestions.map(({ target, words }) => (
          <li key={target.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Button
              variant={target.id === chosen ? 'primary' : 'outline'}
              aria-pressed={target.id === chosen}
              onClick={() => onChoose(target.id)}
            >
              <bdi>{target.name}</bdi>
            </Button>
            <span className="text-sm text-ink-2">
              <bdi>{words.join(', ')}</bdi>
            </span>
          </li>
        ))}
      </ul>
      {of > 0 && (
        <p className="text-sm text-ink-2">
          {t`Our suggestions included the right one for ${right} of the last ${of} complaints.`}
        </p>
      )}
    </div>
  );
}
