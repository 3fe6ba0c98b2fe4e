import { CopyButton } from './copy-button.tsx';
import { t } from '@lingui/core/macro';

/** Copies the details for reporting a crash. */
export default function CopyError({ message }: { message: string }) {
  return (
    <p className="flex items-center gap-1 text-sm text-ink-2">
      {t`Copy the error details`}
      <CopyButton
        value={`${message}\n${location.href}\n${navigator.userAgent}`}
        label={t`Copy the error details`}
        failedText={t`This could not be copied`}
      />
    </p>
  );
}
