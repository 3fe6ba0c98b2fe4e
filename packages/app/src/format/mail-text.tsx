import { splitQuote } from '@baraza/contract/complaint/mail-quote';
import { t } from '@lingui/core/macro';
import { PlainText } from './plain-text.tsx';

/** Shows the words of a mail; what repeats an earlier one is folded. */
export function MailText({ children }: { children: string }) {
  const { words, quote } = splitQuote(children);
  return (
    <>
      {words && <PlainText>{words}</PlainText>}
      {quote && (
        <details>
          <summary className="cursor-pointer text-sm text-ink-2">{t`Earlier email`}</summary>
          <PlainText>{quote}</PlainText>
        </details>
      )}
    </>
  );
}
