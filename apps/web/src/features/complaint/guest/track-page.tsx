import { actAsGuest, call, FormProblem, Heading, lazyPart, Link, useForm } from '@baraza/app';
import { getComplaint, logout, openGuestSession } from '@baraza/contract';
import { Button, TextField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { delMany, keys } from '../../../lib/device/storage.ts';
import { useEffect, useState, type ReactNode } from 'react';
import { guestOwner } from '../../../lib/outbox/outbox.ts';
import { useOutbox } from '../../../lib/outbox/use-outbox.ts';
import { paths } from '../../../lib/router/paths.ts';
import { beginScreen } from './begin-screen.ts';
import { pairIn, takeReceipt, type Pair } from './receipt-pair.ts';
import type { Opened } from './take-over-dialog.tsx';

const GuestOutbox = lazyPart(() => import('../../../lib/outbox/guest-outbox.tsx'), { quiet: true });
const ScanCode = lazyPart(() => import('./scan-code.tsx'), { waiting: <div className="min-h-11" />, quiet: true });
const Tracked = lazyPart(() => import('./tracked-complaint.tsx'));

/** Page for opening a complaint that was filed without an account, by its receipt code. */
export default function TrackPage(): ReactNode {
  const client = useQueryClient();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [pair, setPair] = useState(takePair);
  const waits = useOutbox(guestOwner).items.length > 0;
  const id = opened?.id ?? null;
  const close = () => {
    beginScreen();
    setOpened(null);
    setPair(noPair);
    // Must run before the token is dropped.
    void call(logout).catch(() => undefined);
    actAsGuest(null);
  };
  useEffect(() => () => actAsGuest(null), []);
  useEffect(() => (id === null ? undefined : () => forgetComplaint(client, id)), [client, id]);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {waits && <GuestOutbox />}
      {opened === null ? (
        <Enter key={pair.receiptCode} pair={pair} onScanned={setPair} onOpened={setOpened} />
      ) : (
        <Tracked opened={opened} onChanged={setOpened} onClose={close} />
      )}
    </div>
  );
}

const noPair: Pair = { trackingId: '', receiptCode: '' };

function takePair(): Pair {
  const handed = takeReceipt();
  if (handed) return { trackingId: handed.trackingId, receiptCode: handed.receiptCode };
  const pair = pairIn(window.location.hash);
  // Keeps the code out of the address bar and the history.
  if (pair) window.history.replaceState(window.history.state, '', paths.track);
  return pair ?? noPair;
}

interface EnterProps {
  readonly pair: Pair;
  readonly onScanned: (pair: Pair) => void;
  readonly onOpened: (opened: Opened) => void;
}

function Enter({ pair, onScanned, onOpened }: EnterProps): ReactNode {
  const form = useForm({
    schema: async () => (await import('@baraza/contract/complaint/complaint-fields')).ReceiptPair,
    initial: { ...pair },
    labels: { trackingId: t`Tracking ID`, receiptCode: t`Receipt code` },
    submit: async (body) => {
      const { token, id } = await call(openGuestSession, { body });
      const guest = { token, pair: body };
      actAsGuest(guest);
      beginScreen();
      onOpened({ ...guest, id });
    },
  });
  const isFilled = pair.receiptCode !== '';
  useEffect(() => {
    if (isFilled) void form.send(pair);
    // Only once per receipt code, with the values from the address.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isFilled]);
  return (
    <div className="sheet grid w-full max-w-104 gap-5 px-5 py-6 m:px-7 m:py-7">
      <div className="grid gap-1.5">
        <Heading title={t`Track a complaint`} />
        <p className="text-ink-2">{t`Enter the tracking ID and the receipt code you got when you filed.`}</p>
      </div>
      {!form.pending && <FormProblem problem={form.problem} />}
      <form noValidate className="grid gap-4" aria-label={t`Track a complaint`} onSubmit={form.onSubmit}>
        <TextField
          {...form.field('trackingId')}
          hint={t`For example SDP-26-7KQ2M8`}
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="mono"
        />
        <TextField
          {...form.field('receiptCode')}
          hint={t`16 digits. Spaces and dashes do not matter.`}
          required
          inputMode="numeric"
          autoComplete="off"
          className="mono"
        />
        <Button type="submit" variant="primary" loading={form.pending} loadingText={t`Opening…`}>
          {t`Open`}
        </Button>
      </form>
      <ScanCode onScanned={onScanned} />
      <p>
        <Trans>
          Filed with an account? <Link to={paths.login}>Log in</Link> instead.
        </Trans>
      </p>
      <p className="text-ink-2">
        <Trans>
          Code lost? Nobody can open that complaint, not even us. You can <Link to={paths.complain}>file it again</Link>
          .
        </Trans>
      </p>
    </div>
  );
}

/** Milliseconds in which closed forms finish saving their drafts. */
const keeping = 1_000;

/** Deletes an opened complaint and its drafts from the device. */
function forgetComplaint(client: QueryClient, id: string): void {
  client.removeQueries({ queryKey: [getComplaint.path] });
  setTimeout(() => void forgetTyped(id).catch(() => undefined), keeping);
}

async function forgetTyped(id: string): Promise<void> {
  const isOfIt = (key: string) => key.endsWith(`:${id}`);
  for (const key of Object.keys(sessionStorage).filter(isOfIt)) sessionStorage.removeItem(key);
  await delMany((await keys()).filter(isOfIt));
}
