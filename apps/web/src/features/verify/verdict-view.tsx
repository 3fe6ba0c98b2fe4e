import { formatCount, formatMoment, saveFile } from '@baraza/app';
import type { LogState } from '@baraza/contract';
import verifyGo from '@baraza/transparency-log/verify.go?url&no-inline';
import { Button, buttonClass, Notice } from '@baraza/ui';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, type ReactNode } from 'react';
import { CheckList } from './check-list.tsx';
import type { Fault, ReceiptFacts, Verdict } from './check-receipt.ts';

interface VerdictProps {
  readonly verdict: Verdict;
  readonly receipt: string;
  readonly trusted: LogState;
  readonly onAgain: () => void;
}

/** Shows the result of a check: first in one sentence, then each check, then the figures. */
export function VerdictView({ verdict, receipt, trusted, onAgain }: VerdictProps): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { fault, facts } = verdict;
  const [title, text] = wordsOf(verdict);
  const isUnwitnessed = fault === undefined && verdict.isUnwitnessed;
  const isRefused = fault === 'forged' || fault === 'rewritten' || fault === 'lost';
  const saveEvidence = () => {
    const found = { portal: window.location.origin, checkedAt: new Date(), verdict, receipt, trusted };
    saveFile({ fileName: 'evidence.json', blob: new Blob([JSON.stringify(found, null, 2)]) });
  };
  return (
    <>
      <Notice
        tone={isUnwitnessed ? 'warning' : fault === undefined ? 'success' : fault === 'promise' ? 'info' : 'danger'}
        role={fault === undefined || fault === 'promise' ? 'status' : 'alert'}
        title={
          <h2 ref={heading} tabIndex={-1}>
            {title}
          </h2>
        }
      >
        {text}
      </Notice>
      <CheckList verdict={verdict} trusted={trusted} />
      {fault === undefined && <Meaning isAsked={verdict.log !== null} />}
      {(fault === 'forged' || fault === 'rewritten') && <WhatNow witnesses={trusted.witnesses} />}
      {facts && <Figures facts={facts} />}
      <div className="button-row print:hidden">
        <Button onClick={onAgain}>{t`Check another receipt`}</Button>
        {(isRefused || isUnwitnessed) && (
          <Button icon="download" onClick={saveEvidence}>
            {t`Save the evidence`}
          </Button>
        )}
        <Button icon="print" variant="quiet" onClick={() => window.print()}>
          {t`Print this result`}
        </Button>
      </div>
    </>
  );
}

type Words = readonly [title: string, text: ReactNode];

function wordsOf(verdict: Verdict): Words {
  const { fault } = verdict;
  if (fault === 'promise') return [t`A promise, not yet a receipt`, <Promised key={fault} at={verdict.at} />];
  if (fault !== undefined) return refusals()[fault];
  const genuine = verdict.log ? t`Genuine` : t`Genuine as far as this device can tell`;
  const title = verdict.isUnwitnessed ? t`Genuine, but no witness confirms today’s log` : genuine;
  return [title, <Genuine key="genuine" verdict={verdict} />];
}

const refusals = (): Record<Fault, Words> => ({
  noCrypto: [t`This browser cannot check`, t`Update the browser, or open this page in a newer one.`],
  noReceipt: [
    t`This is not a receipt`,
    t`A receipt is a file whose name ends in .tlog-proof, a PDF, or a picture of its QR code.`,
  ],
  noCode: [t`No QR code found`, t`Take a sharp picture of the whole code, straight from above.`],
  offline: [
    t`Check again when you are online`,
    t`Something this check needs could not be loaded, such as new keys of the portal.`,
  ],
  otherPortal: [t`From another portal`, t`It names another portal. Check it on that portal’s own page.`],
  future: [
    t`The receipt names a time in the future`,
    t`Is the clock on this device right? If it is, do not rely on this receipt.`,
  ],
  forged: [t`Not accepted`, t`This portal did not sign what the receipt says now. Do not rely on it.`],
  lost: [
    t`No longer in the log`,
    <Trans key="lost">
      The receipt is genuine. The portal was restored from an older backup, and everything recorded after it is lost.
      Send your receipt to the portal.
    </Trans>,
  ],
  rewritten: [
    t`Not accepted`,
    <Trans key="rewritten">
      Today’s log is not the one this receipt was made from. Do not rely on this receipt until you know why.
    </Trans>,
  ],
});

function Promised({ at }: { at: Date }): ReactNode {
  const time = formatMoment(at.toISOString());
  return (
    <Trans>
      On {time} this portal signed a promise that a complaint would be in its log. Only a receipt proves that it is:
      open the complaint and choose ‘Receipt’.
    </Trans>
  );
}

function Genuine({ verdict }: { verdict: Extract<Verdict, { fault?: undefined }> }): ReactNode {
  const { facts, log, isUnwitnessed } = verdict;
  const time = facts.before && formatMoment(facts.before.toISOString());
  return (
    <>
      {time && (
        <>
          <Trans>
            The step on this receipt was recorded before <strong>{time}</strong>.
          </Trans>{' '}
        </>
      )}
      {log ? t`It is still in the log, unchanged.` : t`The log could not be reached: check again when you are online.`}{' '}
      {log !== null &&
        log.witnesses.length > 0 &&
        plural(log.witnesses.length, { one: '# witness has seen it.', other: '# witnesses have seen it.' })}
      {isUnwitnessed && (
        <Trans>
          But that is only the log shown to you. No witness has signed it, so others may be shown a different one. Check
          again in an hour. If nothing has changed, ask a witness.
        </Trans>
      )}
    </>
  );
}

function Meaning({ isAsked }: { isAsked: boolean }): ReactNode {
  return (
    <div className="grid gap-5 m:grid-cols-2">
      <Points
        title={t`What this proves`}
        points={[
          t`This entry was in the log before that time.`,
          isAsked && t`Nobody has changed or removed it since, not even the people who run the portal.`,
        ]}
      />
      <Points
        title={t`What it does not say`}
        points={[
          t`Whether the text is true.`,
          t`Which complaint it belongs to, and who wrote it.`,
          t`What the office did about it.`,
        ]}
      />
    </div>
  );
}

function WhatNow({ witnesses }: { witnesses: LogState['witnesses'] }): ReactNode {
  return (
    <div className="grid gap-5 m:grid-cols-2">
      <Points
        title={t`What it can mean`}
        points={[
          t`The file was damaged or edited. One changed letter is enough. This is by far the most common cause.`,
          t`It is a fake, made from another receipt.`,
          t`The record was altered afterwards. This is rare and serious: witnesses then have the evidence.`,
        ]}
      />
      <Points
        title={t`What to do`}
        points={[
          t`Try the file as you first got it, not a copy.`,
          t`Refused again? Save the evidence and send it to a witness, not only to us.`,
        ]}
      >
        {witnesses
          .filter(({ address }) => address.startsWith('https:'))
          .map(({ name, address }) => (
            <a
              key={name}
              href={new URL(address).origin}
              target="_blank"
              rel="noreferrer"
              className={buttonClass({ className: 'justify-self-start' })}
            >
              <bdi>{name}</bdi>
            </a>
          ))}
      </Points>
    </div>
  );
}

function Points({ title, points, children }: { title: string; points: (string | false)[]; children?: ReactNode }) {
  return (
    <section className="sheet grid content-start gap-2 p-5">
      <h2>{title}</h2>
      <ul className="grid list-disc gap-1 ps-5">{points.map((point) => point && <li key={point}>{point}</li>)}</ul>
      {children}
    </section>
  );
}

function Figures({ facts }: { facts: ReceiptFacts }): ReactNode {
  const [place, size] = [formatCount(facts.index), formatCount(facts.size)];
  const { verifierKey } = facts.key;
  const rows: [string, ReactNode][] = [
    [t`Log`, facts.origin],
    [t`Entry`, t`${place} of ${size}`],
    [t`Content of the entry`, facts.entry],
    [t`Signed with key`, verifierKey],
    [t`Format`, 'c2sp.org/tlog-proof@v1'],
    [
      t`Check it without us`,
      <>
        <a href={verifyGo} download="verify.go">
          verify.go
        </a>
        <br />
        {`go mod init check && go mod tidy && go run verify.go ${verifierKey} FILE`}
      </>,
    ],
  ];
  return (
    <details className="sheet p-5">
      <summary className="cursor-pointer font-semibold">{t`For a lawyer or an engineer`}</summary>
      <dl className="mt-3 grid gap-2">
        {rows.map(([term, text]) => (
          <div key={term}>
            <dt className="text-sm text-ink-2">{term}</dt>
            <dd className="font-mono text-sm wrap-anywhere">
              <bdi>{text}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
