import { actAsGuest, call, FormDialog, type Guest, notify, useForm, useNavigate } from '@baraza/app';
import { takeOverComplaint } from '@baraza/contract';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { paths } from '../../../lib/router/paths.ts';
import { refreshComplaints } from '../complaint.api.ts';
import { useQueryClient } from '@tanstack/react-query';

export type Opened = Guest & { readonly id: string };

/** Dialog that moves a guest's complaint into the signed-in account. */
export default function TakeOverDialog({ opened, onClose }: { opened: Opened; onClose: () => void }): ReactNode {
  const navigate = useNavigate();
  const client = useQueryClient();
  const form = useForm({
    schema: async () => (await import('@baraza/contract/complaint/complaint-fields')).ReceiptPair,
    initial: opened.pair,
    labels: { trackingId: t`Tracking ID`, receiptCode: t`Receipt code` },
    submit: async (body) => {
      // Act with the account; if that fails, act as the guest again.
      actAsGuest(null);
      await call(takeOverComplaint, { body }).catch((error: unknown) => {
        actAsGuest(opened);
        throw error;
      });
      void refreshComplaints(client);
      notify.success(t`It is now among your complaints.`);
      navigate(paths.complaint(opened.id));
    },
  });
  return (
    <FormDialog
      form={form}
      title={t`Add it to your account?`}
      yes={t`Add it`}
      pendingText={t`Adding`}
      onClose={onClose}
    >
      <ul className="grid list-disc gap-1.5 ps-5">
        <li>{t`You will find it among your complaints, and get answers by email too.`}</li>
        <li>{t`The receipt code will stop working.`}</li>
        <li>{t`We will know it is yours. The office will not learn anything new about you.`}</li>
      </ul>
    </FormDialog>
  );
}
