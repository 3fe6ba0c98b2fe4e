import { notify } from '@baraza/app/notify';
import { createMda, limit, listAllMdas, NewMdaForm, updateMda, type AdminMda } from '@baraza/contract';
import { identityAccesses } from '@baraza/contract/complaint/identity';
import { Field } from '@baraza/ui/field';
import { SelectField, TextField } from '@baraza/ui/fields';
import { t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';
import { useEndpoint } from '../../lib/api/use-endpoint.ts';
import { useEditForm } from '../../lib/form/edit-form.ts';
import { EditDialog } from '../../lib/form/edit-dialog.tsx';
import { accessWords } from '../../lib/format/access-words.ts';

/** Creates or changes an MDA. */
export function OfficeDialog({ office, onClose }: { office?: AdminMda; onClose: () => void }): ReactNode {
  const create = useEndpoint(createMda, listAllMdas);
  const update = useEndpoint(updateMda, listAllMdas);
  const [logo, setLogo] = useState<File>();
  const form = useEditForm({
    schema: NewMdaForm,
    of: office,
    fill: (saved): Record<'name' | 'jurisdictionAllowed' | 'identityAccess', string> => ({
      name: saved?.name ?? '',
      jurisdictionAllowed: String(saved?.jurisdictionAllowed ?? false),
      identityAccess: saved?.identityAccess ?? 'assigned',
    }),
    read: (saved) => ({
      jurisdictionAllowed: saved.jurisdictionAllowed ? t`Yes` : t`No`,
      identityAccess: accessWords()[saved.identityAccess],
    }),
    labels: {
      name: t`Name`,
      jurisdictionAllowed: t`Jurisdiction`,
      identityAccess: t`Who sees a citizen’s name and contact data`,
      file: t`Logo`,
    },
    prefix: 'office-',
    check: (): Record<string, string> =>
      logo && logo.size > limit.photoBytes ? { file: t`The logo must not be larger than 3 MB.` } : {},
    submit: async (values, version) => {
      const files = logo && { file: logo };
      await (office
        ? update.mutateAsync({ params: { id: office.id }, form: { version: String(version), ...values }, files })
        : create.mutateAsync({ form: values, files }));
      notify.success(office ? t`The MDA is changed.` : t`The MDA is added.`);
      onClose();
    },
  });
  return (
    <EditDialog form={form} title={office ? t`Change the MDA` : t`New MDA`} onClose={onClose}>
      <TextField {...form.field('name')} autoComplete="off" required />
      <Field
        id={form.id('file')}
        label={t`Logo`}
        optionalText={t`(optional)`}
        hint={t`A picture of up to 3 MB. It replaces the one that is there.`}
        error={form.errors['file']}
        errorPrefix={t`Error:`}
      >
        {(control) => (
          <input
            {...control}
            type="file"
            accept="image/*"
            className="control"
            onChange={(event) => setLogo(event.target.files?.[0])}
          />
        )}
      </Field>
      <SelectField
        {...form.field('identityAccess')}
        hint={t`Of named complaints, those already filed too. Each look is recorded. A confidential name always takes two people.`}
        options={identityAccesses.map((value) => ({ value, label: accessWords()[value] }))}
      />
      <label className="inline-flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="size-5 shrink-0 accent-brand"
          checked={form.values.jurisdictionAllowed === 'true'}
          onChange={(event) => form.set('jurisdictionAllowed', String(event.target.checked))}
        />
        {t`Complaints have to name a jurisdiction, if the MDA has any`}
      </label>
    </EditDialog>
  );
}
