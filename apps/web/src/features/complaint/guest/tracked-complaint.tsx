import { Heading, lazyPart, LoadError, useToken } from '@baraza/app';
import { Button } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useComplaint } from '../complaint.api.ts';
import { ComplaintView } from '../details/complaint-view.tsx';
import { PageSkeleton } from '../../../lib/page/page-skeleton.tsx';
import type { Opened } from './take-over-dialog.tsx';

const DetailsMenu = lazyPart(() => import('../details/details-menu.tsx'), { quiet: true });
const ChangeCodeDialog = lazyPart(() => import('./change-code-dialog.tsx'));
const TakeOverDialog = lazyPart(() => import('./take-over-dialog.tsx'));

interface TrackedComplaintProps {
  readonly opened: Opened;
  readonly onChanged: (opened: Opened) => void;
  readonly onClose: () => void;
}

/** Shows a complaint that was opened with its receipt code. */
export default function TrackedComplaint({ opened, onChanged, onClose }: TrackedComplaintProps) {
  const query = useComplaint(opened.id);
  const isSignedIn = useToken() !== null;
  const [isTaking, setTaking] = useState(false);
  const [isChanging, setChanging] = useState(false);
  const { data: complaint } = query;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2 print:hidden">
        <Button icon="lock" onClick={onClose}>
          {t`Close`}
        </Button>
        {complaint && <DetailsMenu complaint={complaint} isGuest />}
      </div>
      {!complaint && <Heading title={t`Track a complaint`} className="sr-only" />}
      {query.isError && <LoadError title={t`The complaint could not be loaded.`} query={query} />}
      {query.isPending && <PageSkeleton label={t`Loading the complaint`} />}
      {complaint && <ComplaintView complaint={complaint} />}
      {complaint && (
        <div className="button-row items-center print:hidden">
          <Button onClick={() => setChanging(true)}>{t`Change the receipt code`}</Button>
          {isSignedIn ? (
            <Button onClick={() => setTaking(true)}>{t`Add it to my account`}</Button>
          ) : (
            <p className="text-md text-ink-2">{t`To keep it in an account, log in first, then open it here again.`}</p>
          )}
        </div>
      )}
      {isChanging && <ChangeCodeDialog opened={opened} onChanged={onChanged} onClose={() => setChanging(false)} />}
      {isTaking && <TakeOverDialog opened={opened} onClose={() => setTaking(false)} />}
    </div>
  );
}
