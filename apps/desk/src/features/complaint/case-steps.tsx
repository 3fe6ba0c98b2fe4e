import type { IdentityRequest } from '@baraza/contract';
import type { ReactNode } from 'react';
import { DeclineDialog } from './decline-dialog.tsx';
import { ExtendDialog } from './extend-dialog.tsx';
import { AskIdentityDialog, RefuseIdentityDialog } from './identity-dialogs.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import type { StepProps } from './step-dialog.tsx';
import { TransferDialog } from './transfer-dialog.tsx';

/** The steps that are asked for in a dialog. */
export type Step =
  | 'reject'
  | 'extend'
  | 'offerTransfer'
  | 'declineTransfer'
  | 'decideTransfer'
  | 'merge'
  | 'askIdentity'
  | { readonly refuse: IdentityRequest };

/** The dialog of a step. */
export function CaseStep({ step, ...props }: StepProps & { step: Step }): ReactNode {
  if (typeof step === 'object') return <RefuseIdentityDialog {...props} request={step.refuse} />;
  switch (step) {
    case 'reject':
      return <RejectDialog {...props} />;
    case 'extend':
      return <ExtendDialog {...props} />;
    case 'merge':
      return <MergeDialog {...props} />;
    case 'askIdentity':
      return <AskIdentityDialog {...props} />;
    case 'declineTransfer':
      return <DeclineDialog {...props} />;
    default:
      return <TransferDialog {...props} action={step} />;
  }
}
