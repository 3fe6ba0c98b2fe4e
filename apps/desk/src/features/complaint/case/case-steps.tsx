import type { IdentityRequest, Named } from '@baraza/contract';
import type { ReactNode } from 'react';
import { DeclineDialog } from '../transition/decline-dialog.tsx';
import { ExtendDialog } from '../transition/extend-dialog.tsx';
import { AskIdentityDialog, RefuseIdentityDialog } from '../transition/identity-dialogs.tsx';
import { RecusalDialog } from '../recusal/recusal-dialog.tsx';
import { LiftRecusalDialog } from '../recusal/lift-recusal-dialog.tsx';
import { MergeDialog } from '../transition/merge-dialog.tsx';
import { RejectDialog } from '../transition/reject-dialog.tsx';
import type { StepProps } from '../transition/step-dialog.tsx';
import { TransferDialog } from '../transition/transfer-dialog.tsx';

/** The steps that open a dialog; some are about a given person. */
export type Step =
  | 'reject'
  | 'extend'
  | 'offerTransfer'
  | 'declineTransfer'
  | 'decideTransfer'
  | 'merge'
  | 'requestIdentity'
  | 'recuse'
  | { readonly refuse: IdentityRequest }
  | { readonly liftRecusal: Named };

type CaseStepProps = StepProps & {
  step: Step;
  /** Runs when the caller lost access to the complaint through the step. */
  onGone: () => void;
};

/** Renders the dialog of a step. */
export function CaseStep({ step, onGone, ...props }: CaseStepProps): ReactNode {
  if (typeof step === 'object') {
    if ('liftRecusal' in step) return <LiftRecusalDialog {...props} person={step.liftRecusal} />;
    return <RefuseIdentityDialog {...props} request={step.refuse} />;
  }
  switch (step) {
    case 'recuse':
      return <RecusalDialog {...props} onGone={onGone} />;
    case 'reject':
      return <RejectDialog {...props} />;
    case 'extend':
      return <ExtendDialog {...props} />;
    case 'merge':
      return <MergeDialog {...props} />;
    case 'requestIdentity':
      return <AskIdentityDialog {...props} />;
    case 'declineTransfer':
      return <DeclineDialog {...props} onDone={onGone} />;
    default:
      return <TransferDialog {...props} action={step} />;
  }
}
