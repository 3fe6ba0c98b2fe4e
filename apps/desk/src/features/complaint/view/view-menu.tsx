import { FormDialog, notify, useNavigate, useSearchParams } from '@baraza/app';
import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  NewSavedView,
  updateSavedView,
  type SavedView,
} from '@baraza/contract';
import { Button, Menu, MenuItem, SelectField, TextField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useMe } from '../../../lib/api/session.tsx';
import { useEndpoint } from '../../../lib/api/use-endpoint.ts';
import { CheckField } from '../../../lib/form/check-field.tsx';
import { ConfirmDialog, useEditForm } from '../../../lib/form/edit-dialog.tsx';
import { paths } from '../../../lib/router/paths.ts';
import { askedBy, useOpenView, type Asked } from './saved-view.api.ts';

/** Saves the filters as a view, or changes the open view. */
export function ViewMenu({ queue }: { queue: string }) {
  const me = useMe();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const view = useOpenView(queue);
  const asked = askedBy(queue, params);
  const remove = useEndpoint(deleteSavedView, listSavedViews);
  const [dialog, setDialog] = useState<'save' | 'change' | 'remove'>();
  const close = () => setDialog(undefined);
  if (me.mda === null || Object.keys(asked.filter).length === 0 || (view?.shared && me.role !== 'supervisor'))
    return null;
  return (
    <>
      {view ? (
        <Menu
          label={t`View`}
          trigger={(props) => (
            <Button size="s" variant="quiet" {...props}>
              {t`View`}
            </Button>
          )}
        >
          {() => (
            <>
              <MenuItem onClick={() => setDialog('change')}>{t`Change the view`}</MenuItem>
              <MenuItem onClick={() => setDialog('remove')}>{t`Remove the view`}</MenuItem>
            </>
          )}
        </Menu>
      ) : (
        <Button size="s" variant="quiet" onClick={() => setDialog('save')}>{t`Save as view`}</Button>
      )}
      {(dialog === 'save' || (dialog === 'change' && view)) && <ViewDialog asked={asked} view={view} onClose={close} />}
      {dialog === 'remove' && view && (
        <ConfirmDialog
          title={t`Remove this view?`}
          yes={t`Remove view`}
          tone="danger"
          act={() => remove.mutateAsync({ params: { id: view.id }, query: { version: view.version } })}
          doneText={t`View removed.`}
          onClose={() => {
            close();
            navigate(paths.queue(queue));
          }}
        >
          <Trans>
            “<bdi>{view.name}</bdi>” is removed. The complaints stay as they are.
          </Trans>
        </ConfirmDialog>
      )}
    </>
  );
}

function ViewDialog({ asked, view, onClose }: { asked: Asked; view: SavedView | undefined; onClose: () => void }) {
  const me = useMe();
  const create = useEndpoint(createSavedView, listSavedViews);
  const update = useEndpoint(updateSavedView, listSavedViews);
  const form = useEditForm({
    schema: NewSavedView,
    of: view,
    fill: (saved) => ({
      name: saved?.name ?? '',
      shared: saved?.shared ? 'mda' : 'me',
      pinned: saved?.pinned === false ? '' : 'yes',
    }),
    labels: { name: t`Name`, shared: t`For whom`, pinned: t`Number` },
    prepare: ({ name, shared, pinned }) => ({ ...asked, name, shared: shared === 'mda', pinned: pinned === 'yes' }),
    submit: async (values, version = 0) => {
      const { name, pinned } = values;
      await (view
        ? update.mutateAsync({ params: { id: view.id }, body: { name, pinned, version } })
        : create.mutateAsync({ body: values }));
      notify.success(t`View saved.`);
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={view ? t`Change the view` : t`Save as view`} onClose={onClose}>
      <TextField {...form.field('name')} autoComplete="off" required />
      {!view && me.role === 'supervisor' && (
        <SelectField
          {...form.field('shared')}
          options={[
            { value: 'me', label: t`For me` },
            { value: 'mda', label: t`For the whole MDA` },
          ]}
        />
      )}
      <CheckField checked={form.values.pinned === 'yes'} onChange={(on) => form.set('pinned', on ? 'yes' : '')}>
        {t`Show how many there are`}
      </CheckField>
    </FormDialog>
  );
}
