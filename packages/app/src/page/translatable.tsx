import { type Complaint, type HistoryEntry, languages } from '@baraza/contract';
import { i18n } from '@lingui/core';
import { useState, type ReactNode } from 'react';
import { usePortal } from '../api/portal.ts';
import { lazyPart } from './lazy-part.tsx';

// Only the translation button is loaded later.
const Translation = lazyPart(() => import('./translation.tsx'), { quiet: true });

interface TranslatableProps {
  readonly complaint: Pick<Complaint, 'id' | 'identity'>;
  /** The step with the text; `submit` stands for the complaint itself. */
  readonly entry: Pick<HistoryEntry, 'id' | 'language'> | undefined;
  readonly children: ReactNode;
}

/** Marks the language of a message, and offers a translation into the reader's. */
export function Translatable({ complaint: { id, identity }, entry, children }: TranslatableProps) {
  const { translation } = usePortal();
  const language = entry?.language;
  const to = languages.find((one) => one === i18n.locale);
  const isAllowed = translation === 'all' || (translation === 'not-anonymous' && identity !== 'anonymous');
  const isOffered = isAllowed && language !== undefined && to !== undefined && language !== to;
  const [text, setText] = useState<string | null>(null);
  return (
    <>
      {text === null && (
        <div lang={language} className="contents">
          {children}
        </div>
      )}
      {isOffered && <Translation id={id} step={entry!.id} from={language} to={to} text={text} onTranslated={setText} />}
    </>
  );
}
