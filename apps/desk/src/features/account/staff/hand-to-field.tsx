import type { Cover } from '@baraza/contract';
import { SelectField, type SelectFieldProps } from '@baraza/ui';
import { plural, t } from '@lingui/core/macro';
import { colleagueLabel } from '../../../lib/leave/leave-dialog.tsx';

type HandToFieldProps = Pick<SelectFieldProps, 'id' | 'value' | 'onChange' | 'error' | 'errorPrefix'> & {
  cover: Cover;
};

/** Chooses a colleague for the open complaints of somebody who leaves an MDA. */
export function HandToField({ cover: { openComplaints, colleagues }, ...field }: HandToFieldProps) {
  if (openComplaints === 0) {
    return <p className="text-ink-2">{t`No open complaint is assigned to them.`}</p>;
  }
  return (
    <SelectField
      {...field}
      label={t`${plural(openComplaints, {
        one: 'Their # open complaint goes to',
        other: 'Their # open complaints go to',
      })}`}
      hint={t`Complaints from which this colleague is recused become unassigned.`}
      placeholder={t`Unassigned`}
      options={colleagues.map((colleague) => ({ value: colleague.id, label: colleagueLabel(colleague) }))}
    />
  );
}
