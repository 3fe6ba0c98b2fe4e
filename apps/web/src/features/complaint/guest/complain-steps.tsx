import { FormProblem, Heading, rememberReturn, useForm, useNavigate } from '@baraza/app';
import { type IdentityLevel, limit, unknownMda } from '@baraza/contract';
import { Button, Notice, TextField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { handOverDraft } from '../../../lib/draft/use-draft.ts';
import { guestOwner } from '../../../lib/outbox/outbox.ts';
import { paths } from '../../../lib/router/paths.ts';
import { AnswersCheck } from '../form/answers-check.tsx';
import type { ComplaintForm } from '../form/use-complaint-form.ts';
import { IdentityChoice } from './identity-choice.tsx';
import { StepOf } from './step-of.tsx';

// Loaded with the earlier steps, because the connection may be lost after sending.
export { SentStep } from './sent-step.tsx';

export interface Identity {
  readonly level: IdentityLevel | null;
  readonly contact: { readonly contactName: string; readonly contactPhone: string };
}

interface StepProps {
  readonly complaint: ComplaintForm;
  readonly identity: Identity;
  readonly onBack: () => void;
}

interface IdentityStepProps extends StepProps {
  readonly onIdentity: (identity: Identity) => void;
  readonly onNext: () => void;
}

/** Step in which a guest chooses an identity level; none is preselected. */
export function IdentityStep({ complaint, identity, onIdentity, onBack, onNext }: IdentityStepProps): ReactNode {
  const { level, contact } = identity;
  const navigate = useNavigate();
  const [isMissing, setMissing] = useState(false);
  const form = useForm({
    schema: async () => (await import('@baraza/contract/complaint/complaint-fields')).GuestContact,
    initial: { ...contact },
    labels: { contactName: t`Your name`, contactPhone: t`Your phone number` },
    submit: async () => {
      onIdentity({ level, contact: form.values });
      onNext();
    },
  });
  const logIn = async () => {
    await complaint.keeper.flush();
    await handOverDraft('complaint', guestOwner);
    rememberReturn(paths.newComplaint);
    navigate(paths.login);
  };
  const goOn = () => {
    if (level === null) setMissing(true);
    else if (level === 'named') void logIn();
    else if (level === 'confidential') form.onSubmit();
    else onNext();
  };
  const goBack = () => {
    onIdentity({ level, contact: form.values });
    onBack();
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid gap-1.5">
        <StepOf step={2} />
        <Heading id="how-much" title={t`Who may know who you are?`} />
        <p className="max-w-[60ch] text-ink-2">
          <Trans>
            The same officers read all three, with the same deadlines, and you have the same right to answer and
            re-open. Here is who will see what.
          </Trans>{' '}
          <Trans>
            While you write, your text is sent to the server of this portal, which suggests an office. Nothing is kept
            there until you submit.
          </Trans>
        </p>
      </div>
      {isMissing && level === null && (
        <Notice role="alert" tone="danger">
          {t`Choose one of the three.`}
        </Notice>
      )}
      <FormProblem problem={level === 'confidential' ? form.problem : null} />
      <IdentityChoice
        chosen={level}
        onChoose={(chosen) => onIdentity({ ...identity, level: chosen })}
        isOfficeUnknown={complaint.form.values.mda === unknownMda}
        hasPoint={complaint.form.values.lat !== ''}
        labelledBy="how-much"
      />
      {level === 'confidential' && (
        <div className="sheet grid gap-4 p-5 m:grid-cols-2">
          <TextField
            {...form.field('contactName')}
            optionalText={t`(optional)`}
            maxLength={limit.nameMax}
            autoComplete="name"
          />
          <TextField
            {...form.field('contactPhone')}
            optionalText={t`(optional)`}
            type="tel"
            maxLength={40}
            autoComplete="tel"
          />
        </div>
      )}
      <Notice title={t`Does somebody else control your phone or network?`}>
        <Trans>Use the Tor Browser on another device. This form works there too, for text even with scripts off.</Trans>
      </Notice>
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={goBack}>{t`Back`}</Button>
        <Button variant="primary" onClick={goOn}>
          {level === 'named' ? t`Log in and continue` : t`Check your answers`}
        </Button>
      </div>
    </div>
  );
}

interface CheckStepProps extends StepProps {
  /** Returns to a field of the form. */
  readonly onForm: (field: string) => void;
}

/** Step in which a guest checks all answers and sends them. */
export function CheckStep({ complaint, identity: { level, contact }, onBack, onForm }: CheckStepProps): ReactNode {
  const isAnonymous = level === 'anonymous';
  return (
    <div className="grid w-full max-w-176 grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid gap-1.5">
        <StepOf step={3} />
        <Heading title={t`Check your answers`} />
      </div>
      {!complaint.form.pending && <FormProblem problem={complaint.form.problem} />}
      <AnswersCheck
        complaint={complaint}
        level={isAnonymous ? t`Anonymous` : t`Confidential`}
        contact={isAnonymous ? undefined : contact}
        onChange={(field) => (field === 'identity' ? onBack() : onForm(field))}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button disabled={complaint.form.pending} onClick={onBack}>
          {t`Back`}
        </Button>
        <Button
          variant="primary"
          loading={complaint.form.pending}
          loadingText={t`Sending your complaint…`}
          onClick={() => complaint.form.onSubmit()}
        >
          {t`Submit Complaint`}
        </Button>
      </div>
    </div>
  );
}
