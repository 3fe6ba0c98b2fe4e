import { call, Link, PlainText, useToken } from '@baraza/app';
import { findKnownIssues, type KnownIssue, limit, unknownMda } from '@baraza/contract';
import { Button, buttonClass } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { IssueFacts } from '../known-issue/issue-facts.tsx';
import { paths } from '../../../lib/router/paths.ts';
import { useFollowing } from '../known-issue/known-issue.api.ts';
import type { ComplaintForm } from './use-complaint-form.ts';

/** Milliseconds without a letter, after which is asked. */
const pause = 800;

/** Shows known issues that the title may be about, to follow one instead of filing. It sends title, MDA and area alone. */
export function PartKnown({ form }: Pick<ComplaintForm, 'form'>): ReactNode {
  const { mda, area } = form.values;
  const title = form.values.title.trim();
  const [found, setFound] = useState<readonly KnownIssue[]>([]);
  const [others, setOthers] = useState<readonly string[]>([]);
  const box = useRef<HTMLDivElement>(null);
  const isAsked = title.length >= limit.titleMin && mda !== '' && mda !== unknownMda;
  useEffect(() => {
    if (!isAsked) return setFound([]);
    const asking = new AbortController();
    // No query: what is typed is kept on the device nowhere else.
    const timer = setTimeout(() => {
      call(findKnownIssues, { body: { title, mda, area } }, { signal: asking.signal }).then(setFound, () => undefined);
    }, pause);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [isAsked, title, mda, area]);
  const shown = found.filter(({ id }) => !others.includes(id));
  // The pressed button goes, and the focus with it.
  const keepFocus = () => box.current?.focus();
  return (
    <div
      ref={box}
      tabIndex={-1}
      className={
        shown.length > 0 ? 'grid gap-3 rounded-2 border-s-[0.3rem] border-s-gold bg-pending-bg p-4' : 'sr-only'
      }
    >
      <p role="status" className="font-semibold text-pending-ink">
        {shown.length > 0 && t`Others have reported this`}
      </p>
      {shown.map((issue) => (
        <KnownOne
          key={issue.id}
          issue={issue}
          onFollowed={keepFocus}
          onOther={() => {
            setOthers([...others, issue.id]);
            keepFocus();
          }}
        />
      ))}
    </div>
  );
}

function KnownOne({ issue, onFollowed, onOther }: { issue: KnownIssue; onFollowed: () => void; onOther: () => void }) {
  const isCitizen = useToken() !== null;
  const { isFollowed, change } = useFollowing(issue.id);
  return (
    <div className="grid gap-2">
      <p className="text-lead font-bold">
        <bdi>{issue.title}</bdi>
      </p>
      <IssueFacts issue={issue} />
      <PlainText className="wrap-anywhere">{issue.text}</PlainText>
      <p role="status" className="text-md">
        {isFollowed && t`You follow this issue and get each update. You do not need to send a complaint.`}
        {!isCitizen && t`You need an account to follow this issue. You can also continue with your complaint.`}
      </p>
      <div className="flex flex-wrap gap-2">
        {isCitizen && !isFollowed ? (
          <Button loading={change.isPending} onClick={() => change.mutate(true, { onSuccess: onFollowed })}>
            {t`Follow this issue`}
          </Button>
        ) : (
          <Link to={(isCitizen ? paths.knownIssue : paths.publicKnownIssue)(issue.id)} className={buttonClass()}>
            {t`Open the issue`}
          </Link>
        )}
        <Button variant="quiet" onClick={onOther}>
          {t`Mine is different`}
        </Button>
      </div>
    </div>
  );
}
