import { formatDay, FormDialog, notify, useForm } from '@baraza/app';
import { type Cover, dayIn, setLeave, type Colleague, type Leave } from '@baraza/contract';
import { Button, DateField, Dialog, SelectField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Loaded } from '../page/page.tsx';
import { useCover, useSetLeave } from './use-leave.ts';

type LeaveDialogProps = {
  person: Pick<Colleague, 'id' | 'name'>;
  own?: boolean;
  onClose: () => void;
};

/** Sets the last day and the deputy of somebody's leave. */
export function LeaveDialog({ person, own, onClose }: LeaveDialogProps) {
  const query = useCover(person.id);
  const title = own ? t`When you are away` : t`Leave of ${person.name}`;
  if (query.data) return <LeaveForm person={person} title={title} own={own} cover={query.data} onClose={onClose} />;
  return (
    <Dialog onClose={onClose} title={title} closeLabel={t`Close`}>
      <Loaded query={query}>{() => null}</Loaded>
    </Dialog>
  );
}

function LeaveForm({ person, title, own, cover, onClose }: LeaveDialogProps & { title: string; cover: Cover }) {
  const { leave, colleagues, standsInFor } = cover;
  const covered = standsInFor.map(({ name }) => name).join(', ');
  const save = useSetLeave(person.id);
  const [today] = useState(() => dayIn(undefined, new Date()));
  const finish = (text: string) => {
    notify.success(text);
    onClose();
  };
  const form = useForm({
    schema: setLeave.body,
    initial: { until: leave?.until ?? '', deputy: leave?.deputy?.id ?? '' },
    labels: { until: t`Last day away`, deputy: t`Deputy` },
    prepare: ({ until, deputy }) => ({ until, deputy: deputy || null }),
    submit: async (wanted) => {
      await save(wanted);
      const until = formatDay(wanted.until ?? '');
      finish(own ? t`You are away until ${until}.` : t`${person.name} is away until ${until}.`);
    },
  });
  const end = () =>
    save({ until: null, deputy: null }).then(
      () => finish(own ? t`You are back.` : t`${person.name} is back.`),
      notify.failure,
    );
  return (
    <FormDialog form={form} title={title} onClose={onClose}>
      <p className="text-ink-2">
        <Trans>
          During the leave, the complaints are in the queue of the deputy, who may act on them. Afterwards they go back.
        </Trans>
      </p>
      {covered !== '' && (
        <p>{t`Meanwhile, supervisors get the complaints of those whose deputy this is: ${covered}. They get a mail when you save.`}</p>
      )}
      <DateField {...form.field('until')} min={today} required />
      <SelectField
        {...form.field('deputy')}
        placeholder={t`Nobody`}
        hint={t`Complaints from which this colleague is recused stay out of their queue.`}
        options={colleagues.map((colleague) => ({
          value: colleague.id,
          label: colleagueLabel(colleague),
          disabled: colleague.leave !== null,
        }))}
      />
      {leave && (
        <div>
          <Button onClick={() => void end()}>{own ? t`I am back` : t`End the leave now`}</Button>
        </div>
      )}
    </FormDialog>
  );
}

function leaveText({ until, deputy }: Leave): string {
  const day = formatDay(until);
  return deputy ? t`Away until ${day}, ${deputy.name} stands in` : t`Away until ${day}, nobody stands in`;
}

/** Shows a leave beside a name; nothing without one. */
export function LeaveText({ leave }: { leave: Leave | null }) {
  return leave && <span className="block text-sm font-normal text-ink-2">{leaveText(leave)}</span>;
}

/** Labels a colleague in a select, with their leave after the name. */
export function colleagueLabel({ name, leave }: Pick<Colleague, 'name' | 'leave'>): string {
  return leave ? `${name} (${leaveText(leave)})` : name;
}
