import { Heading } from '@baraza/app/page/heading';
import { rememberReturn } from '@baraza/app/return-to';
import { useNavigate } from '@baraza/app/router/router';
import { BackButton } from '@baraza/app/router/back-button';
import { lazyPart } from '@baraza/app/page/lazy-part';
import { ApiError } from '@baraza/contract/core/error';
import type { GuestReceipt } from '@baraza/contract/complaint/guest-complaint';
import type { IdentityLevel } from '@baraza/contract/complaint/identity';
import { t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';
import { deviceStorage, draftKey, type Draft } from '../../../lib/draft/draft-store.ts';
import { handOverDraft, useStoredDraft } from '../../../lib/draft/use-draft.ts';
import { DraftForm } from '../../../lib/form/draft-form.tsx';
import { paths } from '../../../lib/router/paths.ts';
import { DetailsSkeleton } from '../details/details-skeleton.tsx';
import { localTimeZone } from '../form/complaint-rules.ts';
import { blankComplaint } from '../form/complaint-values.ts';
import { PartWhat, PartWho } from '../form/form-parts.tsx';
import { type Deliver, useComplaintForm } from '../form/use-complaint-form.ts';
import { beginScreen } from './begin-screen.ts';
import { keepReceipt, useKeptReceipt } from './kept-receipt.ts';
import { StepOf } from './step-of.tsx';

const PartProof = lazyPart(async () => ({ default: (await import('../form/part-proof.tsx')).PartProof }));
const PartWhere = lazyPart(async () => ({ default: (await import('../form/part-proof.tsx')).PartWhere }));
const IdentityStep = lazyPart(async () => ({ default: (await import('./complain-steps.tsx')).IdentityStep }));
const CheckStep = lazyPart(async () => ({ default: (await import('./complain-steps.tsx')).CheckStep }));
const GuestReceiptStep = lazyPart(async () => ({ default: (await import('./complain-steps.tsx')).GuestReceiptStep }));

const DraftQuestion = lazyPart(() => import('./draft-question.tsx'));

/** Whose draft it is on this device. */
const guest = 'guest';

/** Where anybody files a complaint without an account. */
export default function ComplainPage(): ReactNode {
  const draft = useStoredDraft('complaint', blankComplaint, guest);
  const kept = useKeptReceipt();
  const [choice, setChoice] = useState<'go on' | 'begin anew' | null>(null);
  if (draft === undefined || kept === undefined) return <DetailsSkeleton label={t`Loading the form`} />;
  const answer = (next: typeof choice) => {
    beginScreen();
    setChoice(next);
  };
  const forget = () => {
    void deviceStorage.delete(draftKey('complaint', guest)).catch(() => undefined);
    answer('begin anew');
  };
  if (draft && !kept && choice === null)
    return <DraftQuestion savedAt={draft.savedAt} onGoOn={() => answer('go on')} onDelete={forget} />;
  return <Complain draft={choice === 'begin anew' ? null : draft} kept={kept} />;
}

type Step = 'form' | 'identity' | 'check';

function Complain({ draft, kept }: { draft: Draft | null; kept: GuestReceipt | null }): ReactNode {
  const navigate = useNavigate();
  const [step, setShownStep] = useState<Step>('form');
  const setStep = (next: Step) => {
    beginScreen();
    setShownStep(next);
  };
  const [level, setLevel] = useState<IdentityLevel | null>(null);
  const [contact, setContact] = useState({ contactName: '', contactPhone: '' });
  const [receipt, setReceipt] = useState(kept);
  const it = useComplaintForm(guest, draft, async (parsed, deliver) => {
    if (step !== 'check' || level === null || level === 'named') return setStep('identity');
    await file(parsed, level, deliver);
  });

  async function file(
    parsed: Parameters<NonNullable<Parameters<typeof useComplaintForm>[2]>>[0],
    identity: Exclude<IdentityLevel, 'named'>,
    deliver: Deliver,
  ): Promise<void> {
    try {
      const form = { ...parsed, identity, timeZone: localTimeZone(), ...(identity === 'confidential' && contact) };
      const { sendGuestComplaint } = await import('./guest.api.ts');
      const filed = await deliver((sent) => sendGuestComplaint({ form, ...sent }));
      if (!filed) return;
      await keepReceipt(filed);
      beginScreen();
      setReceipt(filed);
    } catch (error) {
      if (error instanceof ApiError && error.status === 400)
        setStep('contactName' in error.fields || 'contactPhone' in error.fields ? 'identity' : 'form');
      throw error;
    }
  }

  const logIn = async () => {
    await it.keeper.flush();
    await handOverDraft('complaint', guest);
    rememberReturn(paths.newComplaint);
    navigate(paths.login);
  };

  if (receipt) return <GuestReceiptStep receipt={receipt} keeper={it.keeper} />;
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
          it={{ ...it, throwAway: async () => (await it.keeper.finish(), navigate(paths.landing)) }}
          draft={null}
          submitText={t`Continue`}
          sendingText={t`Sending your complaint…`}
        >
          <PartWho it={it} />
          <PartWhat it={it} />
          <PartWhere it={it} />
          <PartProof it={it} />
        </DraftForm>
      </div>
    );
  }
  if (step === 'identity') {
    return (
      <IdentityStep
        level={level}
        onLevel={setLevel}
        contact={contact}
        onContact={setContact}
        errors={it.form.errors}
        hasPoint={it.form.values.lat !== ''}
        onBack={() => setStep('form')}
        onNext={() => (level === 'named' ? void logIn() : setStep('check'))}
      />
    );
  }
  return <CheckStep it={it} level={level} onBack={() => setStep('identity')} />;
}
