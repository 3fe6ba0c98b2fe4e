import { ActionDialog } from '@baraza/app';
import { t } from '@lingui/core/macro';

/** Confirms before a draft is discarded. */
export default function DiscardDialog({ onClose, onDiscard }: { onClose: () => void; onDiscard: () => void }) {
  return (
    <ActionDialog
      title={t`Discard your draft?`}
      yes={t`Discard`}
      tone="danger"
      keep={t`Keep writing`}
      pending={false}
      onYes={onDiscard}
      onClose={onClose}
    >
      <p>{t`Your text and the files you added will be deleted from this device.`}</p>
    </ActionDialog>
  );
}
