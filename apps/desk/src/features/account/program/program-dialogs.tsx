import { endpointQuery, FormDialog, formatInstant, notify, useForm } from '@baraza/app';
import {
  type Delivery,
  eventTypes,
  listDeliveries,
  listPrograms,
  type Program,
  redeliver,
  requestToken,
  requestWebhook,
  scopes,
  valuesOf,
} from '@baraza/contract';
import { DateField, Dialog, SelectField, type TableColumn, TextField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useMe } from '../../../lib/api/session.tsx';
import { useEndpoint, useMdas } from '../../../lib/api/use-endpoint.ts';
import { CheckList } from '../../../lib/form/check-field.tsx';
import { RowAct } from '../../../lib/list/row-acts.tsx';
import { LoadedTable } from '../../../lib/page/page.tsx';

type Scope = (typeof scopes)[number];

/** Names what a scope allows. */
export function scopeWord(scope: Scope): string {
  const words: Record<Scope, string> = {
    'complaint:read': t`Read complaints`,
    'complaint:act': t`Act on complaints`,
    'complaint:file': t`File complaints`,
    'report:read': t`Read reports`,
    'event:read': t`Follow events`,
  };
  return words[scope];
}

type RequestProps = { kind: 'token' | 'webhook'; onSecret: (secret: string) => void; onClose: () => void };

/** Requests a token or a webhook, which waits for a second person. */
export function RequestProgramDialog({ kind, onSecret, onClose }: RequestProps) {
  return kind === 'token' ? (
    <TokenDialog onSecret={onSecret} onClose={onClose} />
  ) : (
    <WebhookDialog onSecret={onSecret} onClose={onClose} />
  );
}

const labels = () => ({ name: t`Name of the program`, mda: t`MDA`, contact: t`Email of the person of contact` });
const shared = { name: '', mda: '', contact: '' };
const sharedBody = ({ name, mda, contact }: typeof shared) => ({
  name,
  ...(mda !== '' && { mda }),
  ...(contact !== '' && { contact }),
});
const doneText = () => t`Requested. It works once a second person has confirmed it.`;

type FormProps = Omit<RequestProps, 'kind'>;

function TokenDialog({ onSecret, onClose }: FormProps) {
  const request = useEndpoint(requestToken, listPrograms);
  const form = useForm({
    schema: requestToken.body,
    initial: { ...shared, scopes: 'complaint:read', expires: '' },
    labels: { ...labels(), scopes: t`What it may do`, expires: t`Last day` },
    prepare: (values) => ({
      ...sharedBody(values),
      scopes: valuesOf(values.scopes) as Scope[],
      expires: values.expires,
    }),
    submit: async (body) => {
      onSecret((await request.mutateAsync({ body })).token);
      notify.success(doneText());
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={t`Request a token`} yes={t`Request`} onClose={onClose}>
      <SharedFields form={form} />
      <CheckList
        legend={form.field('scopes').label}
        error={form.errors['scopes']}
        options={scopes.map((id) => ({ id, name: scopeWord(id) }))}
        chosen={valuesOf(form.values.scopes)}
        onChange={(chosen) => form.set('scopes', chosen.join(','))}
      />
      <DateField {...form.field('expires')} required />
    </FormDialog>
  );
}

function WebhookDialog({ onSecret, onClose }: FormProps) {
  const request = useEndpoint(requestWebhook, listPrograms);
  const form = useForm({
    schema: requestWebhook.body,
    initial: { ...shared, url: '', types: '' },
    labels: { ...labels(), url: t`Address that gets the events`, types: t`Events` },
    prepare: (values) => ({ ...sharedBody(values), url: values.url, types: valuesOf(values.types) }),
    submit: async (body) => {
      onSecret((await request.mutateAsync({ body })).secret);
      notify.success(doneText());
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={t`Request a webhook`} yes={t`Request`} onClose={onClose}>
      <SharedFields form={form} />
      <TextField {...form.field('url')} type="url" dir="ltr" placeholder="https://" required />
      <CheckList
        legend={form.field('types').label}
        error={form.errors['types']}
        hint={t`None chosen: all of them.`}
        options={eventTypes.map((id) => ({ id, name: id }))}
        chosen={valuesOf(form.values.types)}
        onChange={(chosen) => form.set('types', chosen.join(','))}
      />
    </FormDialog>
  );
}

type Field = ReturnType<ReturnType<typeof useForm<unknown, typeof shared>>['field']>;
type FieldOf = (name: keyof typeof shared) => Omit<Field, 'name'> & { readonly name: string };

function SharedFields({ form }: { form: { field: FieldOf } }) {
  const { role } = useMe();
  const isAdministrator = role === 'administrator';
  const mdas = useMdas(isAdministrator);
  return (
    <>
      <TextField {...form.field('name')} autoComplete="off" required />
      {isAdministrator && (
        <SelectField
          {...form.field('mda')}
          placeholder={t`All MDAs`}
          options={mdas.data?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        />
      )}
      <TextField
        {...form.field('contact')}
        type="email"
        dir="ltr"
        hint={t`If it is not you. The program stops when they leave.`}
      />
    </>
  );
}

/** Lists the deliveries to a webhook, and sends one again. */
export function DeliveriesDialog({ program, onClose }: { program: Program; onClose: () => void }) {
  const params = { id: program.id };
  const query = useQuery(endpointQuery(listDeliveries, { params }));
  const again = useEndpoint(redeliver, listDeliveries);
  const isActive = program.state === 'active';
  const columns: TableColumn<Delivery>[] = [
    {
      header: t`Event`,
      rowHeader: true,
      cell: ({ type, trackingId }) => (
        <bdi dir="ltr">
          {type} {trackingId !== null && <span className="block text-sm text-ink-2">{trackingId}</span>}
        </bdi>
      ),
    },
    { header: t`Time`, cell: ({ at }) => formatInstant(at) },
    {
      header: t`Answer`,
      cell: ({ outcome, nextTryAt }) => (
        <>
          <bdi dir="ltr">{outcome ?? '–'}</bdi>{' '}
          {isActive && nextTryAt !== null && (
            <span className="block text-sm text-ink-2">{t`Next try: ${formatInstant(nextTryAt)}`}</span>
          )}
        </>
      ),
    },
    { header: t`Tries`, cell: ({ attempts }) => attempts },
  ];
  const onSent = () => notify.success(t`In line. It is sent within seconds.`);
  if (isActive)
    columns.push({
      header: t`Change`,
      cell: ({ id, type, trackingId }) => (
        <RowAct
          name={`${type} ${trackingId ?? ''}`}
          text={t`Send again`}
          onClick={() => again.mutate({ params, body: { delivery: id } }, { onSuccess: onSent })}
        />
      ),
    });
  return (
    <Dialog title={t`Deliveries to ${program.name}`} size="l" onClose={onClose} closeLabel={t`Close`}>
      <LoadedTable query={query} caption={t`Deliveries`} columns={columns} empty={t`Nothing was sent yet.`} />
    </Dialog>
  );
}
