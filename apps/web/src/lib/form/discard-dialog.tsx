import { Button } from '@baraza/ui/button';
import { Dialog } from '@baraza/ui/dialog';
import { t } from '@lingui/core/macro';

/** Makes sure before a draft is thrown away. */
export default function DiscardDialog({ onRecuse, onDiscard }: { onRecuse: () => void; onDiscard: () => void }) {
  return (
    <Dialog
      open
      onClose={onRecuse}
      title={t`Discard your draft?`}
      footer={
        <>
          <Button onClick={onRecuse}>{t`Keep writing`}</Button>
          <Button variant="danger" onClick={onDiscard}>
            {t`Discard`}
          </Button>
        </>
      }
    >
      <p>{t`What you wrote and the files you added are deleted from this device.`}</p>
    </Dialog>
  );
}
