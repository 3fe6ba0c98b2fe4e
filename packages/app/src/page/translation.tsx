import { type Language, languageNames, translateAtDesk, translateForCitizen } from '@baraza/contract';
import { Button } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { say } from '../language/texts.ts';
import { isDesk } from '../this-app.ts';

interface TranslationProps {
  readonly id: string;
  readonly step: string;
  readonly from: Language;
  readonly to: Language;
  /** The translation; null while the original is shown. */
  readonly text: string | null;
  readonly onTranslated: (text: string | null) => void;
}

/** Shows a button that translates a message, and one that shows the original again. */
export default function Translation({ id, step, from, to, text, onTranslated }: TranslationProps) {
  const name = languageNames[from];
  const machine = useMutation({
    mutationFn: () => call(isDesk ? translateAtDesk : translateForCitizen, { params: { id }, body: { step, to } }),
    onSuccess: (translated) => onTranslated(translated.text),
  });
  return (
    <>
      {text !== null && (
        <>
          <p className="text-sm text-ink-2">{t`Translated by a machine from ${name}. It may be wrong.`}</p>
          <p lang={to} dir="auto" className="whitespace-pre-wrap">
            {text}
          </p>
        </>
      )}
      {machine.error && <p role="alert">{say(machine.error.message)}</p>}
      <Button
        variant="quiet"
        className="-ms-2.5 justify-self-start"
        loading={machine.isPending}
        loadingText={t`Translating`}
        onClick={() => (text === null ? machine.mutate() : onTranslated(null))}
      >
        {text === null ? t`Translate` : t`Show the original`}
      </Button>
    </>
  );
}
