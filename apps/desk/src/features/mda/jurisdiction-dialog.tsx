import { notify } from '@baraza/app/notify';
import { createJurisdiction, type AdminMda } from '@baraza/contract';
import { Button } from '@baraza/ui/button';
import { Dialog } from '@baraza/ui/dialog';
import { TextField } from '@baraza/ui/text-field';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { FormProblem } from '../../lib/form-problem.tsx';
import { useForm } from '../../lib/form.ts';
import { errorText } from '../../lib/texts.ts';
import { useAddJurisdiction, useChangeJurisdiction } from './admin.api.ts';

type Place = AdminMda['jurisdictions'][number];

/** Where an MDA works: places are added, renamed and taken off the list. What is filed there keeps its place. */
export function JurisdictionDialog({ office, onClose }: { office: AdminMda; onClose: () => void }): ReactNode {
  return (
    <Dialog open onClose={onClose} title={t`Jurisdictions of ${office.name}`} closeLabel={t`Close`} size="l">
      {!office.jurisdictionAllowed && (
        <p className="text-ink-2">
          <Trans>This MDA does not ask for a jurisdiction. Allow it under “Edit” first.</Trans>
        </p>
      )}
      <ul className="grid gap-4">
        {office.jurisdictions.map((place) => (
          <li key={place.id} className="border-b border-line pb-4">
            <PlaceForm key={place.name} place={place} />
          </li>
        ))}
      </ul>
      <NewPlace mdaId={office.id} />
    </Dialog>
  );
}

function PlaceForm({ place }: { place: Place }): ReactNode {
  const change = useChangeJurisdiction();
  const { name } = place;
  const form = useForm({
    schema: createJurisdiction.body,
    initial: { name },
    labels: { name: t`Name of ${name}` },
    prefix: `place-${place.id}-`,
    submit: async (values) => {
      await change.mutateAsync({ id: place.id, ...values });
      notify.success(t`The jurisdiction is renamed.`);
    },
  });
  const turn = () =>
    change.mutate(
      { id: place.id, active: !place.active },
      {
        onSuccess: () => notify.success(place.active ? t`${name} is off the list.` : t`${name} is on the list again.`),
        onError: (error) => notify.error(errorText(error)),
      },
    );
  return (
    <form noValidate className="flex flex-wrap items-end gap-3" onSubmit={form.onSubmit}>
      <TextField {...form.field('name')} autoComplete="off" required fieldClassName="min-w-48 flex-1" />
      <Button type="submit" loading={form.pending} loadingText={t`Saving`}>
        <Trans>Rename</Trans>
        <span className="sr-only"> {name}</span>
      </Button>
      <Button variant={place.active ? 'danger-quiet' : 'outline'} onClick={turn}>
        {place.active ? <Trans>Take off the list</Trans> : <Trans>Put on the list</Trans>}
        <span className="sr-only"> {name}</span>
      </Button>
    </form>
  );
}

function NewPlace({ mdaId }: { mdaId: string }): ReactNode {
  const add = useAddJurisdiction();
  const form = useForm({
    schema: createJurisdiction.body,
    initial: { name: '' },
    labels: { name: t`New jurisdiction` },
    prefix: 'place-new-',
    submit: async ({ name }) => {
      await add.mutateAsync({ mdaId, name });
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
          <Trans>Add</Trans>
        </Button>
      </div>
    </form>
  );
}
