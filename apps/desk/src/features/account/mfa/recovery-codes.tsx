import { saveFile } from '@baraza/app/save-file';
import { Button } from '@baraza/ui/button';
import { CopyButton } from '@baraza/ui/copy-button';
import { Notice } from '@baraza/ui/notice';
import { t } from '@lingui/core/macro';
import { useEffect, useRef, type ReactNode } from 'react';
import { usePortal } from '@baraza/app/api/portal';

/** Shows new recovery codes, once, to be kept away from the phone. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }): ReactNode {
  const { productName } = usePortal();
  const list = useRef<HTMLOListElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = `${codes.join('\n')}\n`;
  return (
    <section className="grid gap-4">
      <h2 ref={heading} tabIndex={-1}>
        {t`Your recovery codes`}
      </h2>
      <Notice tone="warning">
        {t`They are shown only now. Each logs you in once when you do not have your phone.`}
      </Notice>
      <ol ref={list} className="mono sheet grid gap-x-8 gap-y-1.5 p-4 m:grid-cols-2" dir="ltr" translate="no">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <CopyButton
          value={text}
          label={t`Copy the recovery codes`}
          copiedText={t`Copied`}
          failedText={t`Press and hold to copy`}
          target={list}
        />
        <Button
          icon="download"
          onClick={() =>
            saveFile({ fileName: `${productName}-recovery-codes.txt`, blob: new Blob([text], { type: 'text/plain' }) })
          }
        >
          {t`Download`}
        </Button>
        <Button icon="print" onClick={() => window.print()}>
          {t`Print`}
        </Button>
      </div>
      <Button variant="primary" className="justify-self-start" onClick={onKept}>
        {t`I have kept them`}
      </Button>
    </section>
  );
}
