import { formatMoment, formatTime, FormProblem, lazyPart, Link, returnToHeading } from '@baraza/app';
import { Button, cx, Icon, Notice, ProgressBar } from '@baraza/ui';
import { type FormEvent, useState, type ReactNode } from 'react';
import type { Draft } from '../draft/draft-store.ts';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { paths } from '../router/paths.ts';
import type { useDraftedForm } from './use-drafted-form.ts';

const DiscardDialog = lazyPart(() => import('./discard-dialog.tsx'));

type DraftedForm = ReturnType<typeof useDraftedForm>;
type Drafted = Pick<DraftedForm, 'progress' | 'savedAt' | 'empty' | 'goBack' | 'startAgain' | 'throwAway'> & {
  readonly form: Pick<DraftedForm['form'], 'pending' | 'problem' | 'onSubmit'>;
};

/** Steps of a form that opens one part at a time. */
interface Steps {
  readonly step: number;
  readonly last: number;
  readonly onBack: () => void;
  readonly onContinue: (event: FormEvent<HTMLFormElement>) => Promise<void>;
}

interface DraftFormProps {
  id: string;
  label: string;
  drafted: Drafted;
  draft: Draft | null;
  submitText: string;
  sendingText: string;
  folds?: Steps | undefined;
  className?: string;
  children: ReactNode;
  rail?: ReactNode;
}

/** A form with its submit bar, its draft notice, and a confirmation before discarding. */
export function DraftForm(props: DraftFormProps) {
  const { id, label, drafted, draft, folds, className, children, rail } = props;
  const { form } = drafted;
  const [question, setQuestion] = useState<'cancel' | 'start again' | null>(null);
  const discard = () => {
    setQuestion(null);
    if (question === 'cancel') void drafted.throwAway();
    else drafted.startAgain();
  };
  return (
    <>
      {draft && <DraftNotice savedAt={draft.savedAt} onStartAgain={() => setQuestion('start again')} />}
      {!form.pending && <FormProblem problem={form.problem} />}
      <div
        className={cx(
          'flex flex-col gap-4',
          rail ? 'l:grid l:grid-cols-[minmax(0,46.25rem)_17.5rem] l:items-start l:gap-x-6' : 'max-w-185',
        )}
      >
        <form
          id={id}
          noValidate
          aria-label={label}
          onSubmit={(event) => void (folds && folds.step < folds.last ? folds.onContinue : form.onSubmit)(event)}
        >
          <div className={cx('sheet max-m:-mx-4 max-m:overflow-x-clip max-m:rounded-none max-m:border-x-0', className)}>
            {children}
          </div>
        </form>
        <SubmitBar {...props} onCancel={() => (drafted.empty ? drafted.goBack() : setQuestion('cancel'))} />
        {rail}
      </div>
      {question && <DiscardDialog onClose={() => setQuestion(null)} onDiscard={discard} />}
    </>
  );
}

function DraftNotice({ savedAt, onStartAgain }: { savedAt: string; onStartAgain: () => void }) {
  const [shown, setShown] = useState(true);
  if (!shown) return null;
  const goOn = () => {
    setShown(false);
    returnToHeading();
  };
  const when = formatMoment(savedAt);
  return (
    <Notice
      title={t`We kept your draft from ${when}.`}
      actions={
        <>
          <Button onClick={goOn}>{t`Continue`}</Button>
          <Button variant="danger-quiet" onClick={onStartAgain}>
            {t`Start again`}
          </Button>
        </>
      }
    />
  );
}

type SubmitBarProps = Pick<DraftFormProps, 'id' | 'drafted' | 'folds' | 'submitText' | 'sendingText'> & {
  onCancel: () => void;
};

/** Shows Cancel and Submit, or the progress while sending; the outbox can pause it. */
function SubmitBar({ id, drafted, folds, submitText, sendingText, onCancel }: SubmitBarProps) {
  const { form, progress, savedAt, empty } = drafted;
  return (
    <div
      className={cx(
        // At the bottom of a phone in portrait orientation.
        (!empty || folds) && 'max-l:[@media(min-height:26rem)]:sticky',
        'submit-bar max-l:bottom-0 max-l:z-10 max-l:order-3 max-l:-mx-4 max-l:-mb-16 max-l:border-t max-l:border-line max-l:bg-surface max-l:px-4 max-l:pt-2.5 max-l:pb-3 m:max-l:-mx-5 m:max-l:px-5 l:col-start-1',
      )}
    >
      {form.pending ? (
        <div className="grid gap-2">
          <p className="flex flex-wrap justify-between gap-x-3 font-semibold">
            <span role="status">{sendingText}</span>
            {progress !== null && <span className="tabular-nums">{t`${progress}%`}</span>}
          </p>
          <ProgressBar value={progress ?? undefined} label={sendingText} />
          <Link to={paths.outbox} className="inline-flex min-h-11 items-center justify-self-end">
            {t`Outbox`}
          </Link>
        </div>
      ) : (
        <div className="grid gap-2">
          {savedAt && (
            <p className="flex items-center gap-2.5 text-sm tabular-nums l:hidden">
              <Icon name="phone" size="s" className="text-resolved-mark" />
              <Trans>Saved on this device {formatTime(savedAt)}</Trans>
            </p>
          )}
          {folds && <Stitches {...folds} />}
          <div className="flex flex-wrap justify-end gap-3 l:*:min-w-34">
            <Button onClick={folds && folds.step > 0 ? folds.onBack : onCancel} className="max-l:flex-auto">
              {folds && folds.step > 0 ? t`Back` : t`Cancel`}
            </Button>
            <Button type="submit" form={id} variant="primary" className="max-w-full wrap-anywhere max-l:flex-auto">
              {folds && folds.step < folds.last ? t`Continue` : submitText}
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}

/** One stitch for each step: solid when done, dashed when open. */
function Stitches({ step, last }: Pick<Steps, 'step' | 'last'>) {
  return (
    <div aria-hidden="true" className="flex gap-1">
      {Array.from({ length: last + 1 }, (_, at) => (
        <span
          key={at}
          className={cx(
            'flex-1 border-t-4',
            at === step ? 'border-dashed border-brand' : at < step ? 'border-ink-2' : 'border-line',
          )}
        />
      ))}
    </div>
  );
}
