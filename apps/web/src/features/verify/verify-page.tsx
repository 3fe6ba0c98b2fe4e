import { endpointQuery } from '@baraza/app/api/client';
import { Heading } from '@baraza/app/page/heading';
import { LoadError } from '@baraza/app/page/load-error';
import { Loading } from '@baraza/app/page/loading';
import { getLog, type LogState } from '@baraza/contract/log/log';
import { Button } from '@baraza/ui/button';
import { TextareaField } from '@baraza/ui/fields';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { checkReceipt, type LogReader, Offline, type Verdict } from './check-receipt.ts';
import { VerdictView } from './verdict-view.tsx';
import { WitnessList } from './witness-list.tsx';

/** Where anybody checks a receipt, in their own browser. */
export default function VerifyPage(): ReactNode {
  const log = useQuery(endpointQuery(getLog));
  const [verdict, setVerdict] = useState<Verdict>();
  const again = () => {
    document.querySelector<HTMLElement>('h1')?.focus();
    setVerdict(undefined);
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid gap-2">
        <Heading title={t`Check a receipt`} />
        <p className="max-w-[60ch] text-ink-2">
          <Trans>
            Was it recorded on that day, and has anybody rewritten the log since? Your own device checks. The receipt is
            not sent anywhere.
          </Trans>
        </p>
      </div>
      {log.isPending && <Loading />}
      {log.isError && <LoadError title={t`The keys of the log could not be loaded.`} query={log} />}
      {log.data && !verdict && <Ask trusted={log.data} onVerdict={setVerdict} />}
      {verdict && <VerdictView verdict={verdict} onAgain={again} />}
      {log.data && !verdict && <WitnessList witnesses={log.data.witnesses} />}
    </div>
  );
}

/** Bytes that a receipt has at most. */
const mostBytes = 20_000;

const published: LogReader = {
  // Newer than what any cache holds: the receipt may be fresh.
  checkpoint: async () => (await ask(`checkpoint?${Date.now()}`)).text(),
  tile: async (path) => new Uint8Array(await (await ask(path)).arrayBuffer()),
  now: () => new Date(),
};

async function ask(path: string): Promise<Response> {
  const response = await fetch(`/log/${path}`, { cache: 'no-store' }).catch(() => undefined);
  // A page of a network that wants a log-in is no answer of the log.
  if (!response?.ok || response.headers.get('content-type')?.startsWith('text/html')) throw new Offline();
  return response;
}

/** Takes a receipt as a file, dropped or chosen, or as text. */
function Ask({ trusted, onVerdict }: { trusted: LogState; onVerdict: (verdict: Verdict) => void }): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const check = async (receipt: string) => onVerdict(await checkReceipt(receipt, trusted, published));
  const take = async (file: File | undefined) => {
    if (file) await (file.size > mostBytes ? onVerdict({ fault: 'noReceipt' }) : check(await file.text()));
  };
  return (
    <form
      noValidate
      className="sheet grid gap-4 p-5"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void take(event.dataTransfer.files[0]);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() === '') setError(t`Paste the text of the receipt, or choose its file.`);
        else void check(`${text.trim()}\n`);
      }}
    >
      <div className="grid justify-items-start gap-2">
        <p className="text-md text-ink-2">
          <Trans>Choose the file that ends in .tlog-proof, or drop it here.</Trans>
        </p>
        <Button variant="primary" onClick={() => input.current?.click()}>
          <Trans>Choose the file</Trans>
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept=".tlog-proof,text/plain"
          onChange={(event) => {
            void take(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </div>
      <TextareaField
        label={t`Or paste its text`}
        rows={3}
        value={text}
        error={error}
        errorPrefix={t`Error:`}
        onChange={(event) => {
          setText(event.target.value);
          setError(undefined);
        }}
      />
      <Button type="submit" className="justify-self-start">
        <Trans>Check</Trans>
      </Button>
    </form>
  );
}
