import { saveFile } from '@baraza/app';
import { Button } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

/** Offers the log's signed promise for download until the receipt is available. */
export function SavePromise({ promise }: { promise: string }) {
  return (
    <details className="print:hidden">
      <summary className="min-h-11 cursor-pointer content-center font-semibold">{t`Proof that it arrived`}</summary>
      <div className="grid justify-items-start gap-3">
        <p className="max-w-[60ch] text-md text-ink-2">
          <Trans>
            You will find the receipt with the complaint within seconds. Until then this file shows that we received it
            and when; it names nothing else. ‘Check a receipt’ reads both.
          </Trans>
        </p>
        <Button
          icon="download"
          onClick={() => saveFile({ fileName: 'promise.txt', blob: new Blob([promise], { type: 'text/plain' }) })}
        >
          {t`Save the signed promise`}
        </Button>
      </div>
    </details>
  );
}
