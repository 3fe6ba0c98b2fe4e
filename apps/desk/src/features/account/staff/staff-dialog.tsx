import { FormDialog, LoadError, notify } from '@baraza/app';
import {
  createStaff,
  limit,
  listStaff,
  mdaRoles,
  message,
  StaffForm,
  staffRoles,
  updateStaff,
  type Staff,
  type StaffRole,
} from '@baraza/contract';
import { SelectField, TextField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEditForm } from '../../../lib/form/edit-dialog.tsx';
import { toOptions } from '../../../lib/form/to-options.ts';
import { useMe } from '../../../lib/api/session.tsx';
import { useEndpoint, useMdas } from '../../../lib/api/use-endpoint.ts';
import { useCover } from '../../../lib/leave/use-leave.ts';
import { HandToField } from './hand-to-field.tsx';
import { waitsText } from '../access/access-change-text.tsx';
import { roleHint, roleWord } from '../../../lib/format/role-words.ts';

const needsMda = (role: string): boolean => (mdaRoles as readonly string[]).includes(role);

/** Creates or changes an account. A new person sets the password with a mailed link. */
export function StaffDialog({ staff, onClose }: { staff?: Staff; onClose: () => void }) {
  const me = useMe();
  const mdas = useMdas();
  const create = useEndpoint(createStaff, listStaff);
  const update = useEndpoint(updateStaff, listStaff);
  const form = useEditForm({
    schema: StaffForm,
    of: staff,
    fill: (saved) => ({
      first_name: saved?.first_name ?? '',
      last_name: saved?.last_name ?? '',
      email: saved?.email ?? '',
      role: saved?.role ?? '',
      mda: saved?.mda?.id ?? '',
      centre: saved?.centre ?? '',
      phone: saved?.phone ?? '',
      handTo: '',
    }),
    labels: {
      first_name: t`First name`,
      last_name: t`Last name`,
      email: t`Email`,
      role: t`Role`,
      mda: t`MDA`,
      centre: t`Centre`,
      phone: t`Their own telephone number`,
      handTo: t`Open complaints`,
    },
    prepare: ({ handTo, centre, phone, ...values }) => {
      const own = values.role === 'agent' ? { centre, phone } : {};
      return { ...values, ...own, mda: needsMda(values.role) ? values.mda : null, handTo: handTo || null };
    },
    check: ({ role }): Record<string, string> => (role ? {} : { role: message.required }),
    submit: async ({ email, handTo, ...fields }, version = 0) => {
      const { waiting } = await (staff
        ? update.mutateAsync({ body: { id: staff.id, version, handTo, ...fields } })
        : create.mutateAsync({ body: { email, ...fields } }));
      const done = staff ? t`Account saved.` : t`Account created. An invitation was mailed to ${email}.`;
      notify.success(waiting ? waitsText() : done);
      onClose();
    },
  });
  const { role, mda } = form.values;
  const isLeaving = !!staff?.mda && !staff.disabled && !!role && (!needsMda(role) || mda !== staff.mda.id);
  const cover = useCover(staff?.id ?? '', isLeaving);
  const own = staff?.id === me.id;
  return (
    <FormDialog
      form={form}
      title={staff ? t`Edit the account` : t`New account`}
      size="l"
      yes={staff ? t`Save` : t`Create account`}
      onClose={onClose}
    >
      <div className="grid items-end gap-4.5 m:grid-cols-2">
        <TextField {...form.field('first_name')} autoComplete="off" required />
        <TextField {...form.field('last_name')} autoComplete="off" hint={t`Only one name? Write –`} required />
      </div>
      {staff ? (
        <p className="text-ink-2">
          <Trans>
            Email: <bdi dir="ltr">{staff.email}</bdi>
          </Trans>{' '}
          {staff.disabled && t`This account is disabled.`}
        </p>
      ) : (
        <TextField {...form.field('email')} type="email" inputMode="email" autoComplete="off" required />
      )}
      <SelectField
        {...form.field('role')}
        required
        disabled={own}
        hint={own ? t`Another administrator can change your role.` : role ? roleHint(role as StaffRole) : undefined}
        placeholder={t`Choose one`}
        options={staffRoles.map((role) => ({ value: role, label: roleWord(role) }))}
      />
      {needsMda(role) &&
        (mdas.isError ? (
          <LoadError title={t`The MDAs could not be loaded.`} query={mdas} />
        ) : (
          <SelectField
            {...form.field('mda')}
            required
            placeholder={mdas.isPending ? t`Loading` : t`Choose one`}
            options={toOptions(mdas.data)}
          />
        ))}
      {role === 'agent' && (
        <>
          <TextField
            {...form.field('centre')}
            required
            maxLength={limit.nameMax}
            autoComplete="off"
            hint={t`All agents of one centre see what it filed: write its name the same way.`}
          />
          <TextField
            {...form.field('phone')}
            type="tel"
            autoComplete="off"
            optionalText={t`(optional)`}
            hint={t`It is refused as the number of somebody they file for.`}
          />
        </>
      )}
      {isLeaving && cover.isError && <LoadError title={t`Their open complaints could not be counted.`} query={cover} />}
      {isLeaving && cover.data && <HandToField cover={cover.data} {...form.field('handTo')} />}
    </FormDialog>
  );
}
