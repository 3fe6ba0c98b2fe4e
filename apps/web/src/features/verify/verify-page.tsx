import { endpointQuery, Heading, LoadError, Loading } from '@baraza/app';
import { getLog } from '@baraza/contract';
import { Button, TextareaField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, type ChangeEvent, type ReactNode } from 'react';
import { receiptIn } from '../../lib/router/receipt-link.ts';
import { paths } from '../../lib/router/paths.ts';
import { checkWithNewKeys, type LogReader, Offline, type Verdict } from './check-receipt.ts';
import { readQr } from '../../lib/media/read-qr.ts';
import { textOfPdf } from './text-of-pdf.ts';
import { VerdictView } from './verdict-view.tsx';
import { WitnessList } from './witness-list.tsx';

/** Shows the check of a receipt, which runs in the browser. */
export default function VerifyPage(): ReactNode {
  const log = useQuery(endpointQuery(getLog));
  const [verdict, setVerdict] = useState<Verdict>();
  const [receipt, setReceipt] = useState('');
  const trusted = log.data;
  const refresh = async () => {
    const fresh = await log.refetch();
    return fresh.isSuccess ? fresh.data : undefined;
  };
  const check = async (text: string) => {
    if (!trusted) return;
    setReceipt(receiptIn(text));
    setVerdict(await checkWithNewKeys(receiptIn(text), { trusted, refresh, log: published }));
  };
  const checkAddress = useEffectEvent(() => {
    const { href, hash } = window.location;
    if (hash === '') return;
    // Back should not lead to it.
    window.history.replaceState(window.history.state, '', paths.verify);
    void check(href);
  });
  const isReady = trusted !== undefined;
  useEffect(() => {
    if (!isReady) return;
    checkAddress();
    window.addEventListener('hashchange', checkAddress);
    return () => window.removeEventListener('hashchange', checkAddress);
  }, [isReady]);
  const heading = useRef<HTMLHeadingElement>(null);
  const again = () => {
    heading.current?.focus();
    setVerdict(undefined);
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid gap-2">
        <Heading ref={heading} title={t`Check a receipt`} />
        <p className="max-w-[60ch] text-ink-2">
          <Trans>
            Was it recorded on that day, and has anybody rewritten the log since? Your own device checks this. The
            receipt is not sent anywhere.
          </Trans>
        </p>
      </div>
      {log.isPending && <Loading />}
      {log.isError && !trusted && <LoadError title={t`The keys of the log could not be loaded.`} query={log} />}
      {trusted && verdict && <VerdictView verdict={verdict} receipt={receipt} trusted={trusted} onAgain={again} />}
      {trusted && !verdict && (
        <>
          <Ask onReceipt={check} onVerdict={setVerdict} />
          <WitnessList witnesses={trusted.witnesses} />
        </>
      )}
    </div>
  );
}

/** Limit of bytes of a picture of a receipt. */
const mostBytes = 30_000_000;

const published: LogReader = {
  // Bypasses all caches: the receipt may be new.
  checkpoint: async () => (await ask(`checkpoint?${Date.now()}`)).text(),
  tile: async (path, origin) =>
    new Uint8Array(await (await ask(`${path}?log=${encodeURIComponent(origin)}`)).arrayBuffer()),
  now: () => new Date(),
};

async function ask(path: string): Promise<Response> {
  const response = await fetch(`/log/${path}`, { cache: 'no-store' }).catch(() => undefined);
  // The log-in page of a network is not a response of the log.
  if (!response?.ok || response.headers.get('content-type')?.startsWith('text/html')) throw new Offline();
  return response;
}

interface AskProps {
  readonly onReceipt: (text: string) => Promise<void>;
  readonly onVerdict: (verdict: Verdict) => void;
}

function Ask({ onReceipt, onVerdict }: AskProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [isReading, setReading] = useState(false);
  const [error, setError] = useState<string>();
  const take = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > mostBytes) return onVerdict({ fault: 'noReceipt' });
    setReading(true);
    const isPdf = (await file.slice(0, 4).text()) === '%PDF';
    const readText = () => (isPdf ? textOfPdf(file) : file.text());
    const found = file.type.startsWith('image/') ? await readQr(file).catch(() => null) : await readText();
    const isClosedPdf = isPdf && !found?.includes(`${paths.verify}#`);
    if (found === null) onVerdict({ fault: 'offline' });
    else if (found === undefined || isClosedPdf) onVerdict({ fault: 'noCode' });
    else await onReceipt(found);
    setReading(false);
  };
  const chosen = (event: ChangeEvent<HTMLInputElement>) => {
    void take(event.target.files?.[0]);
    event.target.value = '';
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
        else void onReceipt(text);
      }}
    >
      <div className="grid justify-items-start gap-2">
        <p className="text-md text-ink-2">{t`Choose the file, or a picture of the QR code, or drop it here.`}</p>
        <Button variant="primary" loading={isReading} onClick={() => input.current?.click()}>
          {t`Choose the file`}
        </Button>
        {/* Uses the camera app of a phone: its pictures are sharp enough for such a dense code. */}
        <Button className="not-pointer-coarse:hidden" loading={isReading} onClick={() => camera.current?.click()}>
          {t`Scan the QR code`}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept=".tlog-proof,text/plain,application/pdf,image/*"
          onChange={chosen}
        />
        <input ref={camera} type="file" hidden accept="image/*" capture="environment" onChange={chosen} />
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
        {t`Check`}
      </Button>
    </form>
  );
}
