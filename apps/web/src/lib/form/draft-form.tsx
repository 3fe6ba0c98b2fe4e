import { lazyPart } from '@baraza/app/page/lazy-part';
import type { Problem } from '@baraza/app/form';
import { cx } from '@baraza/ui/lib/cx';
import { Sheet } from '@baraza/ui/sheet';
import { useState, type FormEvent, type ReactNode } from 'react';
import { DraftNotice } from '../draft/draft-notice.tsx';
import type { Draft } from '../draft/draft-store.ts';
import { FormProblem } from '@baraza/app/form/form-problem';
import { SubmitBar } from './submit-bar.tsx';

const DiscardDialog = lazyPart(() => import('./discard-dialog.tsx'));

/** A form whose content is kept on the device until it is sent. */
interface Drafted {
  readonly form: {
    readonly pending: boolean;
    readonly problem: Problem | null;
    readonly onSubmit: (event?: FormEvent<HTMLFormElement>) => void;
  };
  /** How much has been sent, in percent. */
  readonly progress: number | null;
  readonly savedAt: string | null;
  /** Nothing is typed and no file is added. */
  readonly empty: boolean;
  readonly goBack: () => void;
  readonly startAgain: () => void;
  readonly throwAway: () => Promise<void>;
}

interface DraftFormProps {
  id: string;
  /** What the form is called. */
  label: string;
  it: Drafted;
  /** The draft that the form began with. */
  draft: Draft | null;
  submitText: string;
  /** Said while it is on its way. */
  sendingText: string;
  /** Of the sheet that holds the fields. */
  className?: string;
  /** The fields. */
  children: ReactNode;
  /** Beside the form, or below it on a phone. */
  rail?: ReactNode;
}

/** A sheet of fields with its sending bar and the question before discarding. */
export function DraftForm(props: DraftFormProps): ReactNode {
  const { id, label, it, draft, submitText, sendingText, className, children, rail } = props;
  const { form } = it;
  const [asking, setAsking] = useState<'cancel' | 'start again' | null>(null);
  const discard = () => {
    setAsking(null);
    if (asking === 'cancel') void it.throwAway();
    else it.startAgain();
  };
  return (
    <>
      {draft && <DraftNotice savedAt={draft.savedAt} onStartAgain={() => setAsking('start again')} />}
      {!form.pending && <FormProblem problem={form.problem} />}
      <div
        className={cx(
          'flex flex-col gap-4',
          rail ? 'l:grid l:grid-cols-[minmax(0,1fr)_17.5rem] l:items-start l:gap-x-6' : null,
        )}
      >
        <form id={id} noValidate aria-label={label} onSubmit={form.onSubmit}>
          <Sheet className={cx('max-m:-mx-4 max-m:overflow-x-clip max-m:rounded-none max-m:border-x-0', className)}>
            {children}
          </Sheet>
        </form>
        <SubmitBar
          form={id}
          submitText={submitText}
          sendingText={sendingText}
          pending={form.pending}
          progress={it.progress}
          savedAt={it.savedAt}
          onCancel={() => (it.empty ? it.goBack() : setAsking('cancel'))}
        />
        {rail}
      </div>
      {asking && <DiscardDialog onRecuse={() => setAsking(null)} onDiscard={discard} />}
    </>
  );
}
