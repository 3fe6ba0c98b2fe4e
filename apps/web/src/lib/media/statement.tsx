import type { Attachment } from '@baraza/contract';
import { plainText } from '@baraza/ui/lib/rich-text';
import { t } from '@lingui/core/macro';
import { createElement } from 'react';
import { AttachmentList, afterTouch, lazyPart } from '@baraza/app';

/** The sanitiser of formatted text is 10 kB; the words are there without it. */
const RichTextView = lazyPart(() => import('@baraza/ui/rich-text-view'), {
  waiting: Plain,
  quiet: true,
  schedule: afterTouch,
});

/** The text without formatting, in the same layout: nothing moves when the formatted text loads. */
function Plain({ html }: { html: string }) {
  const lines = plainText(html).split('\n');
  const look = {
    dir: 'auto',
    className: 'grid grid-cols-[minmax(0,1fr)] gap-[0.6rem] overflow-clip [overflow-wrap:anywhere]',
  };
  return createElement('div', look, ...lines.map((line) => createElement('p', null, line)));
}

interface StatementProps {
  /** Sanitised HTML. */
  description: string;
  language?: string | undefined;
  attachments: readonly Attachment[];
}

/** Shows a citizen's description and its attachments. */
export function Statement({ description, language, attachments }: StatementProps) {
  return (
    <>
      <section aria-labelledby="statement" className="grid gap-2">
        <h2 id="statement" className="text-h3">
          {t`What you told us`}
        </h2>
        <div lang={language}>
          <RichTextView html={description} />
        </div>
      </section>
      {attachments.length > 0 && (
        <section aria-labelledby="attachments" className="grid gap-3">
          <h2 id="attachments" className="text-h3">
            {t`Attachments`}
          </h2>
          <AttachmentList attachments={attachments} />
        </section>
      )}
    </>
  );
}
