import { saveFile } from '@baraza/app/save-file';
import { Button } from '@baraza/ui/button';
import { CopyButton } from '@baraza/ui/copy-button';
import { Notice } from '@baraza/ui/notice';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
        <Trans>Your recovery codes</Trans>
      </h2>
      <Notice tone="warning">
        <Trans>They are shown only now. Each logs you in once when you do not have your phone.</Trans>
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
          <Trans>Download</Trans>
        </Button>
        <Button icon="print" onClick={() => window.print()}>
          <Trans>Print</Trans>
        </Button>
      </div>
      <Button variant="primary" className="justify-self-start" onClick={onKept}>
        <Trans>I have kept them</Trans>
      </Button>
    </section>
  );
}
