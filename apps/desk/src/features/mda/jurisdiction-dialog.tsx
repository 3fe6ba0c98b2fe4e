import { FormProblem, notify, useForm } from '@baraza/app';
import { createJurisdiction, listAllMdas, updateJurisdiction, type AdminMda } from '@baraza/contract';
import { Button, Dialog, TextField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { ConfirmDialog } from '../../lib/form/edit-dialog.tsx';
import { LocalNamesDialog } from '../../lib/form/local-names-dialog.tsx';
import { useEndpoint } from '../../lib/api/use-endpoint.ts';

type Place = AdminMda['jurisdictions'][number];

/** Adds, renames and removes jurisdictions of an MDA. Complaints filed under one keep it. */
export function JurisdictionDialog({ office, onClose }: { office: AdminMda; onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title={t`Jurisdictions of ${office.name}`} closeLabel={t`Close`} size="l">
      {!office.jurisdictionAllowed && (
        <p className="text-ink-2">{t`This MDA does not ask for a jurisdiction. Allow it under “Edit” first.`}</p>
      )}
      <ul className="grid gap-4">
        {office.jurisdictions.map((place) => (
          <li key={place.id} className="border-b border-line pb-4">
            <PlaceForm place={place} />
          </li>
        ))}
      </ul>
      <NewPlace mdaId={office.id} />
    </Dialog>
  );
}

function PlaceForm({ place }: { place: Place }) {
  const change = useEndpoint(updateJurisdiction, listAllMdas);
  const { name } = place;
  const form = useForm({
    schema: createJurisdiction.body,
    initial: { name },
    labels: { name: t`Name of ${name}` },
    submit: async (values) => {
      await change.mutateAsync({ params: { id: place.id }, body: { version: place.version, ...values } });
      notify.success(t`Jurisdiction renamed.`);
    },
  });
  const [asking, setAsking] = useState(false);
  const [naming, setNaming] = useState(false);
  const turn = (active: boolean) =>
    change.mutateAsync({ params: { id: place.id }, body: { version: place.version, active } });
  const putBack = () => turn(true).then(() => notify.success(t`${name} is back on the list.`), notify.failure);
  return (
    <>
      <form noValidate className="flex flex-wrap items-end gap-3" onSubmit={form.onSubmit}>
        <TextField {...form.field('name')} autoComplete="off" required fieldClassName="min-w-48 flex-1" />
        <Button type="submit" loading={form.pending} loadingText={t`Saving`}>
          {t`Rename`}
          <span className="sr-only"> {name}</span>
        </Button>
        <Button onClick={() => setNaming(true)}>
          {t`Other languages`}
          <span className="sr-only"> {name}</span>
        </Button>
        <Button
          variant={place.active ? 'quiet' : 'outline'}
          onClick={() => (place.active ? setAsking(true) : void putBack())}
        >
          {place.active ? t`Remove from the list` : t`Put back on the list`}
          <span className="sr-only"> {name}</span>
        </Button>
        {asking && (
          <ConfirmDialog
            title={t`Remove this jurisdiction from the list?`}
            yes={t`Remove jurisdiction`}
            tone="danger"
            act={() => turn(false)}
            doneText={t`${name} is removed from the list.`}
            onClose={() => setAsking(false)}
          >
            <Trans>
              <bdi>{name}</bdi> can no longer be chosen. Complaints filed there keep it, and you can put it back on the
              list.
            </Trans>
          </ConfirmDialog>
        )}
      </form>
      {naming && (
        <LocalNamesDialog kind="jurisdiction" of={place} list={listAllMdas} onClose={() => setNaming(false)} />
      )}
    </>
  );
}

function NewPlace({ mdaId }: { mdaId: string }) {
  const add = useEndpoint(createJurisdiction, listAllMdas);
  const form = useForm({
    schema: createJurisdiction.body,
    initial: { name: '' },
    labels: { name: t`New jurisdiction` },
    submit: async ({ name }) => {
      await add.mutateAsync({ params: { id: mdaId }, body: { name } });
      notify.success(t`${name} is added.`);
      form.reset({ name: '' });
    },
  });
  return (
    <form noValidate className="grid gap-3" onSubmit={form.onSubmit}>
      <FormProblem problem={form.problem} />
      <div className="flex flex-wrap items-end gap-3">
        <TextField {...form.field('name')} autoComplete="off" required fieldClassName="min-w-48 flex-1" />
        <Button type="submit" variant="primary" loading={form.pending} loadingText={t`Saving`}>
          {t`Add`}
        </Button>
      </div>
    </form>
  );
}
