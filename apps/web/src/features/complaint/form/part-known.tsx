import { call, Link, PlainText, SuggestedTargets, useToken } from '@baraza/app';
import { findKnownIssues, type KnownIssue, limit, unknownMda } from '@baraza/contract';
import { Button, buttonClass } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { IssueFacts } from '../known-issue/issue-facts.tsx';
import { paths } from '../../../lib/router/paths.ts';
import { useFollowing } from '../known-issue/known-issue.api.ts';
import type { ComplaintForm } from './use-complaint-form.ts';

/** Milliseconds without typing before known issues are requested. */
const pause = 800;

/** Suggests known issues to follow instead of filing. Sends only title, MDA and area. */
export function PartKnown({ form }: Pick<ComplaintForm, 'form'>): ReactNode {
  const { mda, area } = form.values;
  const title = form.values.title.trim();
  const [issues, setIssues] = useState<readonly KnownIssue[]>([]);
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const box = useRef<HTMLDivElement>(null);
  const canSearch = title.length >= limit.titleMin && mda !== '' && mda !== unknownMda;
  useEffect(() => {
    if (!canSearch) return setIssues([]);
    const request = new AbortController();
    // Not a query, because its cache would keep the typed title on the device.
    const timer = setTimeout(() => {
      call(findKnownIssues, { body: { title, mda, area } }, { signal: request.signal }).then(
        setIssues,
        () => undefined,
      );
    }, pause);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [canSearch, title, mda, area]);
  const shown = issues.filter(({ id }) => !dismissed.includes(id));
  // The pressed button disappears and would take the focus with it.
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
        <SuggestedIssue
          key={issue.id}
          issue={issue}
          onFollowed={keepFocus}
          onOther={() => {
            setDismissed([...dismissed, issue.id]);
            keepFocus();
          }}
        />
      ))}
    </div>
  );
}

/** MDAs and categories suggested by the text; pressing one fills the field above. */
export function PartSuggested({ form }: Pick<ComplaintForm, 'form'>): ReactNode {
  const { title, description, mda, category } = form.values;
  return (
    <SuggestedTargets
      title={title}
      description={description}
      chosen={{ mda, category }}
      onChoose={(kind, id) => {
        form.set(kind, id);
        if (kind === 'mda') form.set('mdaJurisdiction', '');
        form.clearError(kind);
      }}
    />
  );
}

function SuggestedIssue({
  issue,
  onFollowed,
  onOther,
}: {
  issue: KnownIssue;
  onFollowed: () => void;
  onOther: () => void;
}) {
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
