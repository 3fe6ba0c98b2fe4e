import { Button } from '@baraza/ui/button';
import { Icon } from '@baraza/ui/icon';
import { ProgressBar } from '@baraza/ui/progress-bar';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { formatTime } from '@baraza/app/format';
import { Link } from '@baraza/app/router/router';
import { paths } from '../router/paths.ts';

interface SubmitBarProps {
  /** The id of the form. */
  form: string;
  submitText: string;
  sendingText: string;
  pending: boolean;
  /** How much has been sent, in percent. */
  progress: number | null;
  savedAt: string | null;
  onCancel: () => void;
}

/** Cancel and submit; while sending, how far it is; the outbox can stop it. On a phone held upright it stays at the lower edge. */
export function SubmitBar(props: SubmitBarProps): ReactNode {
  const { form, submitText, pending, savedAt, onCancel } = props;
  return (
    <div className="submit-bar max-l:[@media(min-height:26rem)]:sticky max-l:bottom-0 max-l:z-10 max-l:order-3 max-l:-mx-4 max-l:-mb-16 max-l:border-t max-l:border-line max-l:bg-surface max-l:px-4 max-l:pt-2.5 max-l:pb-3 m:max-l:-mx-5 m:max-l:px-5 l:col-start-1">
      {pending ? (
        <Sending {...props} />
      ) : (
        <div className="grid gap-2">
          {savedAt && (
            <p className="flex items-center gap-2.5 text-sm tabular-nums l:hidden">
              <Icon name="phone" size="s" className="text-resolved-mark" />
              <Trans>Saved on this device {formatTime(savedAt)}</Trans>
            </p>
          )}
          <div className="flex flex-wrap justify-end gap-3 l:*:min-w-34">
            <Button onClick={onCancel} className="max-l:flex-auto">
              {t`Cancel`}
            </Button>
            <Button type="submit" form={form} variant="primary" className="max-w-full wrap-anywhere max-l:flex-auto">
              {submitText}
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}

function Sending({ sendingText, progress }: SubmitBarProps): ReactNode {
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap justify-between gap-x-3 font-semibold">
        <span role="status">{sendingText}</span>
        {progress !== null && <span className="tabular-nums">{t`${progress}%`}</span>}
      </p>
      <ProgressBar value={progress ?? undefined} label={sendingText} />
      <Link to={paths.outbox} className="inline-flex min-h-11 items-center justify-self-end">
        {t`Outbox`}
      </Link>
    </div>
  );
}
