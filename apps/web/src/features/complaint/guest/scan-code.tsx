import { say } from '@baraza/app';
import { message } from '@baraza/contract';
import { Button } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useRef, useState, type ReactNode } from 'react';
import { readQr } from '../../../lib/media/read-qr.ts';
import { pairIn, type Pair } from './receipt-pair.ts';

/** Button that scans the QR code of a receipt for tracking ID and receipt code. */
export default function ScanCode({ onScanned }: { onScanned: (pair: Pair) => void }): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState('');
  const take = async (picture: File | undefined) => {
    if (!picture) return;
    setReading(true);
    const text = await readQr(picture).catch(() => null);
    setReading(false);
    const pair = pairIn(text ?? '');
    if (pair) onScanned(pair);
    else setProblem(text === null ? say(message.offline) : t`This picture has no code that opens a complaint.`);
  };
  return (
    <div className="grid gap-1.5">
      <Button icon="image" loading={isReading} loadingText={t`Opening…`} onClick={() => input.current?.click()}>
        {t`Scan the QR code`}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*"
        capture="environment"
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <p role="status" className="text-md text-danger-ink empty:hidden">
        {problem}
      </p>
    </div>
  );
}
