import type { Complaint } from '@baraza/contract/complaint/complaint';
import type { HistoryEntry } from '@baraza/contract/complaint/history-entry';
import { translateAtDesk, translateForCitizen } from '@baraza/contract/complaint/translation';
import { languageNames, languages } from '@baraza/contract/core/language';
import { Button } from '@baraza/ui/button';
import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../api/client.ts';
import { usePortal } from '../api/portal.ts';
import { say } from '../texts.ts';
import { isDesk } from '../this-app.ts';

interface TranslatableProps {
  readonly complaint: Pick<Complaint, 'id' | 'identity'>;
  /** The step that was written; `submit` stands for what was filed. */
  readonly entry: Pick<HistoryEntry, 'id' | 'language'> | undefined;
  /** The words as they were written. */
  readonly children: ReactNode;
}

/** Marks the language of a message, and offers a machine translation where the reader's is another. */
export function Translatable({ complaint: { id, identity }, entry, children }: TranslatableProps): ReactNode {
  const { translation } = usePortal();
  const language = entry?.language;
  const to = languages.find((one) => one === i18n.locale);
  const isAllowed = translation === 'all' || (translation === 'not-anonymous' && identity !== 'anonymous');
  const isOffered = isAllowed && language !== undefined && to !== undefined && language !== to;
  const original = (
    <div lang={language} className="contents">
      {children}
    </div>
  );
  if (!isOffered) return original;
  return <Translation id={id} step={entry!.id} from={language} to={to} original={original} />;
}

interface TranslationProps {
  readonly id: string;
  readonly step: string;
  readonly from: (typeof languages)[number];
  readonly to: (typeof languages)[number];
  readonly original: ReactNode;
}

function Translation({ id, step, from, to, original }: TranslationProps): ReactNode {
  const name = languageNames[from];
  const machine = useMutation({
    mutationFn: () => call(isDesk ? translateAtDesk : translateForCitizen, { params: { id }, body: { step, to } }),
  });
  return (
    <>
      {machine.data ? (
        <>
          <p className="text-sm text-ink-2">{t`Translated by a machine from ${name}. It may be wrong.`}</p>
          <p lang={to} dir="auto" className="whitespace-pre-wrap">
            {machine.data.text}
          </p>
        </>
      ) : (
        original
      )}
      {machine.error && <p role="alert">{say(machine.error.message)}</p>}
      <Button
        variant="quiet"
        className="-ms-2.5 justify-self-start"
        loading={machine.isPending}
        loadingText={t`Translating`}
        onClick={() => (machine.data ? machine.reset() : machine.mutate())}
      >
        {machine.data ? t`Show the original` : t`Translate`}
      </Button>
    </>
  );
}
