import type { Cover, HandedOver } from '@baraza/contract';
import { formatCount } from '@baraza/app';
import { SelectField, type SelectFieldProps } from '@baraza/ui';
import { plural, t } from '@lingui/core/macro';
import { colleagueLabel } from '../../../lib/leave/leave-dialog.tsx';

type HandToFieldProps = Pick<SelectFieldProps, 'id' | 'value' | 'onChange' | 'error' | 'errorPrefix'> & {
  cover: Cover;
};

/** Asks who gets the open complaints of somebody who leaves an MDA. */
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
      hint={t`Complaints that this colleague must not see are assigned to nobody.`}
      placeholder={t`Unassigned`}
      options={colleagues.map((colleague) => ({ value: colleague.id, label: colleagueLabel(colleague) }))}
    />
  );
}

/** Says where the open complaints of somebody went; empty where there were none. */
export function handedOverText(handedOver: HandedOver | null | undefined): string {
  const { given = 0, unassigned = 0 } = handedOver ?? {};
  if (given + unassigned === 0) return '';
  const [went, stayed] = [formatCount(given), formatCount(unassigned)];
  if (unassigned === 0) return t`Complaints handed over: ${went}.`;
  return given === 0
    ? t`Complaints assigned to nobody now: ${stayed}.`
    : t`Complaints handed over: ${went}. Assigned to nobody, since the colleague must not see them: ${stayed}.`;
}
