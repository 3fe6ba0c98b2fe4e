import { BackButton, Heading, lazyPart, useNavigate } from '@baraza/app';
import { ApiError, type GuestReceipt } from '@baraza/contract';
import { goToField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useDeferredValue, useEffect, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { deviceStorage, draftKey, type Draft } from '../../../lib/draft/draft-store.ts';
import { useStoredDraft } from '../../../lib/draft/use-draft.ts';
import { DraftForm } from '../../../lib/form/draft-form.tsx';
import { useKeptReceipt } from '../../../lib/outbox/use-kept-receipt.ts';
import { getOutbox, guestOwner, readOutbox } from '../../../lib/outbox/outbox.ts';
import { paths } from '../../../lib/router/paths.ts';
import { PageSkeleton } from '../../../lib/page/page-skeleton.tsx';
import { blankComplaint } from '../form/complaint-values.ts';
import { ComplaintParts } from '../form/form-parts.tsx';
import { useComplaintForm } from '../form/use-complaint-form.ts';
import { beginScreen } from './begin-screen.ts';
import type { Identity } from './complain-steps.tsx';
import { StepOf } from './step-of.tsx';

const IdentityStep = lazyPart(async () => ({ default: (await import('./complain-steps.tsx')).IdentityStep }));
const CheckStep = lazyPart(async () => ({ default: (await import('./complain-steps.tsx')).CheckStep }));
const SentStep = lazyPart(async () => ({ default: (await import('./complain-steps.tsx')).SentStep }));
const DraftQuestion = lazyPart(() => import('./draft-question.tsx'));

/** Page for filing a complaint without an account. */
export default function ComplainPage(): ReactNode {
  const [takenBack, setTakenBack] = useState(0);
  const onTakenBack = () => setTakenBack(takenBack + 1);
  return <FromDevice key={takenBack} isWriting={takenBack > 0} onTakenBack={onTakenBack} />;
}

interface FromDeviceProps {
  readonly isWriting: boolean;
  /** Called after a waiting complaint became a draft again. */
  readonly onTakenBack: () => void;
}

function FromDevice(props: FromDeviceProps): ReactNode {
  const draft = useStoredDraft('complaint', blankComplaint, guestOwner);
  const kept = useKeptReceipt();
  const [isRead, setRead] = useState(false);
  useEffect(() => void readOutbox().then(() => setRead(true)), []);
  // Deferred, so that a slow phone still responds to taps.
  const isReady = useDeferredValue(draft !== undefined && kept !== undefined && isRead);
  if (!isReady || draft === undefined || kept === undefined) return <PageSkeleton label={t`Loading the form`} />;
  return <Screens {...props} draft={draft} kept={kept} />;
}

interface ScreensProps extends FromDeviceProps {
  readonly draft: Draft | null;
  readonly kept: GuestReceipt | null;
}

function Screens({ draft, kept, isWriting, onTakenBack }: ScreensProps): ReactNode {
  const [isForgotten, setForgotten] = useState(false);
  const beginning = draft && !isForgotten ? 'question' : 'form';
  const [screen, setShownScreen] = useState(() => {
    if (isWriting) return 'form';
    return kept || getOutbox().items.some(({ account }) => account === guestOwner) ? 'sent' : beginning;
  });
  const show = (next: typeof screen) => {
    beginScreen();
    setShownScreen(next);
  };
  const leave = (next: typeof screen) => {
    setForgotten(true);
    show(next);
  };
  const forget = () => {
    void deviceStorage.delete(draftKey('complaint', guestOwner)).catch(() => undefined);
    leave('form');
  };
  if (screen === 'sent') return <SentStep receipt={kept} onTakenBack={onTakenBack} onForm={() => show(beginning)} />;
  if (screen === 'question' && draft)
    return <DraftQuestion savedAt={draft.savedAt} onGoOn={() => show('form')} onDelete={forget} />;
  return <Complain draft={isForgotten ? null : draft} onSubmitted={() => leave('sent')} />;
}

type Step = 'form' | 'identity' | 'check';

function Complain({ draft, onSubmitted }: { draft: Draft | null; onSubmitted: () => void }): ReactNode {
  const navigate = useNavigate();
  const [step, setShownStep] = useState<Step>('form');
  const setStep = (next: Step) => {
    beginScreen();
    setShownStep(next);
  };
  const [identity, setIdentity] = useState<Identity>({ level: null, contact: { contactName: '', contactPhone: '' } });
  const complaint = useComplaintForm(guestOwner, draft, async (post) => {
    const { level, contact } = identity;
    if (step !== 'check' || level === null || level === 'named') return setStep('identity');
    try {
      const answer = await post({ identity: level, ...(level === 'confidential' && contact) });
      if (answer !== null) onSubmitted();
    } catch (error) {
      if (error instanceof ApiError && error.status === 400) setStep('form');
      throw error;
    }
  });

  if (step === 'form') {
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <div className="grid justify-items-start gap-1.5">
          <BackButton fallback={paths.landing} />
          <StepOf step={1} />
          <Heading title={t`Complain without an account`} />
        </div>
        <DraftForm
          id="guest-complaint"
          label={t`Complain without an account`}
          drafted={{ ...complaint, throwAway: async () => (await complaint.keeper.finish(), navigate(paths.landing)) }}
          draft={null}
          folds={complaint.folds}
          submitText={t`Continue`}
          sendingText={t`Sending your complaint…`}
        >
          <ComplaintParts complaint={complaint} />
        </DraftForm>
      </div>
    );
  }
  if (step === 'identity') {
    return (
      <IdentityStep
        complaint={complaint}
        identity={identity}
        onIdentity={setIdentity}
        onBack={() => setStep('form')}
        onNext={() => setStep('check')}
      />
    );
  }
  const goToForm = (field: string) => {
    flushSync(() => setStep('form'));
    goToField(field);
  };
  return <CheckStep complaint={complaint} identity={identity} onBack={() => setStep('identity')} onForm={goToForm} />;
}
