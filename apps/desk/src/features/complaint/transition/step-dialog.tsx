import { notify } from '@baraza/app/notify';
import type { Action, DeskComplaint } from '@baraza/contract';
import { Button } from '@baraza/ui/button';
import { Dialog } from '@baraza/ui/dialog';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { FormEvent, ReactNode } from 'react';
import { Refusal } from './refusal.tsx';
import type { ActInput, Acts } from './use-acts.ts';
import type { Seen } from './use-seen.ts';

/** Props of every dialog of a step. */
export type StepProps = {
  complaint: DeskComplaint;
  seen: Seen;
  acts: Acts;
  onClose: () => void;
  /** The step was taken. */
  onDone: () => void;
};

type StepDialogProps = StepProps & {
  action: Action;
  title: string;
  /** On the button, and while it is under way. */
  submitText: string;
  sendingText: string;
  /** Said when it is done. */
  doneText: () => string;
  danger?: boolean;
  /** Returns the input of the action; null after showing what is missing. */
  read: () => ActInput | null;
  /** Runs once what others did has been read. */
  focusFirst: () => void;
  children: ReactNode;
};

/** Frames the dialog of a step: its fields, why it was refused, and the buttons. */
export function StepDialog(props: StepDialogProps): ReactNode {
  const { complaint, seen, acts, action, title, submitText, sendingText, danger, focusFirst } = props;
  const pending = acts.pending === action;
  const formId = `${action}-form`;
  const close = () => {
    acts.dismiss();
    props.onClose();
  };
  const onRead = () => {
    seen.accept();
    acts.dismiss();
    focusFirst();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const input = props.read();
    if (!input || !(await acts.act(action, input))) return;
    notify.success(props.doneText());
    close();
    props.onDone();
  };
  return (
    <Dialog
      open
      onClose={close}
      title={title}
      closeLabel={t`Close`}
      size="l"
      dismissable={!pending}
      footer={
        <>
          <Button onClick={close} disabled={pending}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={danger ? 'danger' : 'primary'}
            loading={pending}
            loadingText={sendingText}
          >
            {submitText}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
        {acts.refusal?.action === action && (
          <Refusal text={acts.refusal.text} seen={seen} complaint={complaint} onRead={onRead} />
        )}
        {props.children}
      </form>
    </Dialog>
  );
}
