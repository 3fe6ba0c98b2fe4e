import { useNavigate } from '@baraza/app/router/router';
import { FormProblem } from '@baraza/app/form/form-problem';
import { Heading } from '@baraza/app/page/heading';
import { limit } from '@baraza/contract/core/common';
import type { GuestReceipt } from '@baraza/contract/complaint/guest-complaint';
import type { IdentityLevel } from '@baraza/contract/complaint/identity';
import { Button } from '@baraza/ui/button';
import { TextField } from '@baraza/ui/fields';
import { Notice } from '@baraza/ui/notice';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { paths } from '../../../lib/router/paths.ts';
import { AnswersCheck } from '../form/answers-check.tsx';
import type { ComplaintForm } from '../form/use-complaint-form.ts';
import { IdentityChoice } from './identity-choice.tsx';
import { forgetReceipt, handReceipt } from './kept-receipt.ts';
import { ReceiptCode } from './receipt-code.tsx';
import { StepOf } from './step-of.tsx';

interface Contact {
  readonly contactName: string;
  readonly contactPhone: string;
}

interface IdentityStepProps {
  readonly level: IdentityLevel | null;
  readonly onLevel: (level: IdentityLevel) => void;
  readonly contact: Contact;
  readonly onContact: (contact: Contact) => void;
  /** What was wrong with them when they were sent, by field. */
  readonly errors: ComplaintForm['form']['errors'];
  readonly hasPoint: boolean;
  readonly onBack: () => void;
  readonly onNext: () => void;
}

/** Where one says how much of oneself one gives; nothing is chosen beforehand. */
export function IdentityStep({
  level,
  onLevel,
  contact,
  onContact,
  errors,
  hasPoint,
  onBack,
  onNext,
}: IdentityStepProps): ReactNode {
  const [isMissing, setMissing] = useState(false);
  const goOn = () => (level === null ? setMissing(true) : onNext());
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid gap-1.5">
        <StepOf step={2} />
        <Heading id="how-much" title={t`How much of yourself do you want to give?`} />
        <p className="max-w-[60ch] text-ink-2">
          <Trans>
            All three are read by the same officers, with the same deadlines and the same right to answer and re-open.
            Here is who will see what.
          </Trans>
        </p>
      </div>
      {isMissing && level === null && (
        <Notice role="alert" tone="danger">
          <Trans>Choose one of the three.</Trans>
        </Notice>
      )}
      <IdentityChoice chosen={level} onChoose={onLevel} hasPoint={hasPoint} labelledBy="how-much" />
      {level === 'confidential' && (
        <div className="sheet grid gap-4 p-5 m:grid-cols-2">
          <TextField
            label={t`Your name`}
            optionalText={t`(optional)`}
            maxLength={limit.nameMax}
            autoComplete="name"
            error={errors['contactName']}
            value={contact.contactName}
            onChange={(event) => onContact({ ...contact, contactName: event.target.value })}
          />
          <TextField
            label={t`Your phone number`}
            optionalText={t`(optional)`}
            type="tel"
            maxLength={24}
            autoComplete="tel"
            error={errors['contactPhone']}
            value={contact.contactPhone}
            onChange={(event) => onContact({ ...contact, contactPhone: event.target.value })}
          />
        </div>
      )}
      <Notice title={<Trans>Does somebody else control your phone or network?</Trans>}>
        <Trans>
          Use the Tor Browser on another device. This form works there too, even with scripts off, for text.
        </Trans>
      </Notice>
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onBack}>
          <Trans>Back</Trans>
        </Button>
        <Button variant="primary" onClick={goOn}>
          {level === 'named' ? <Trans>Log in and continue</Trans> : <Trans>Check your answers</Trans>}
        </Button>
      </div>
    </div>
  );
}

interface CheckStepProps {
  readonly it: ComplaintForm;
  readonly level: IdentityLevel | null;
  readonly onBack: () => void;
}

/** Shows the answers once more, and sends them. */
export function CheckStep({ it, level, onBack }: CheckStepProps): ReactNode {
  return (
    <div className="mx-auto grid w-full max-w-176 grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid gap-1.5">
        <StepOf step={3} />
        <Heading title={t`Check your answers`} />
      </div>
      {!it.form.pending && <FormProblem problem={it.form.problem} />}
      <AnswersCheck it={it} level={level === 'anonymous' ? t`Anonymous` : t`Confidential`} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button disabled={it.form.pending} onClick={onBack}>
          <Trans>Back</Trans>
        </Button>
        {it.form.pending && (
          <Button onClick={it.stop}>
            <Trans>Stop</Trans>
          </Button>
        )}
        <Button
          variant="primary"
          loading={it.form.pending}
          loadingText={t`Sending your complaint…`}
          onClick={() => it.form.onSubmit()}
        >
          <Trans>Submit Complaint</Trans>
        </Button>
      </div>
    </div>
  );
}

interface GuestReceiptStepProps {
  readonly receipt: GuestReceipt;
  readonly keeper: ComplaintForm['keeper'];
}

/** Shows the receipt code until its person has kept it, and leaves nothing behind. */
export function GuestReceiptStep({ receipt, keeper }: GuestReceiptStepProps): ReactNode {
  const navigate = useNavigate();
  const leave = (path: string) => {
    void keeper.finish();
    forgetReceipt();
    navigate(path, { replace: true });
  };
  const open = () => {
    handReceipt(receipt);
    leave(paths.track);
  };
  return <ReceiptCode receipt={receipt} onOpen={open} onForget={() => leave(paths.landing)} />;
}
