import { type Suggested, type SuggestedKind, suggestedTextMax, suggestForText, unknownMda } from '@baraza/contract';
import { t } from '@lingui/core/macro';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { call } from '../api/client.ts';
import { say } from '../language/texts.ts';
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

/** Suggests MDAs and categories for a text; choosing one fills the field. */
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
  const titles = {
    mda: t`It may be one of these, from your words. You choose.`,
    category: t`It may be this category. You choose.`,
  };
  return kinds
    .filter((kind) => chosen[kind] !== undefined)
    .map((kind) => (
      <Suggestions
        key={kind}
        title={titles[kind]}
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

/** Suggestions as radio choices, hidden once something else is chosen. */
function Suggestions({ title, found, chosen, onChoose }: SuggestionsProps): ReactNode {
  const name = useId();
  const { suggestions, right, of } = found ?? { suggestions: [], right: 0, of: 0 };
  const isOpen = !chosen || chosen === unknownMda || suggestions.some(({ target }) => target.id === chosen);
  const isShown = isOpen && suggestions.length > 0;
  return (
    <div role="radiogroup" aria-labelledby={name} className={isShown ? 'grid gap-2' : 'sr-only'}>
      <p id={name} role="status" className="text-md text-ink-2">
        {isShown && title}
      </p>
      {isShown &&
        suggestions.map(({ target, words }) => (
          <label
            key={target.id}
            className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 rounded-1 border border-line-strong px-4 py-3 wrap-anywhere has-checked:border-brand has-checked:bg-brand-soft"
          >
            <input
              type="radio"
              name={name}
              className="row-span-2 mt-0.5"
              checked={target.id === chosen}
              onChange={() => onChoose(target.id)}
            />
            <bdi className="font-semibold">{say(target.name)}</bdi>
            <span className="text-sm text-ink-2">{t`because you wrote ${words.map((word) => `‘${word}’`).join(', ')}`}</span>
          </label>
        ))}
      {isShown && of > 0 && (
        <p className="text-sm text-ink-2">{t`One of them was right ${right} of the last ${of} times.`}</p>
      )}
    </div>
  );
}
