import { AreaFields } from '@baraza/app/form/area-fields';
import { limit } from '@baraza/contract/core/common';
import { DateField, TextField } from '@baraza/ui/fields';
import { SheetPart } from '@baraza/ui/sheet';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { pair, InertWhile } from './form-parts.tsx';
import { PointField } from './point-field.tsx';
import type { ComplaintForm } from './use-complaint-form.ts';

/** The place and the day. */
export function PartWhere({ it: { form, days } }: { it: ComplaintForm }): ReactNode {
  return (
    <SheetPart number={3} title={<Trans>Where and when?</Trans>}>
      <InertWhile on={form.pending}>
        <div className={pair}>
          <AreaFields
            id="area"
            value={form.values.area}
            onChange={(code) => form.set('area', code)}
            placeholder={t`Choose one`}
            optionalText={t`(optional)`}
            error={form.errors['area']}
          />
        </div>
        <div className={pair}>
          <TextField {...form.field('location')} required maxLength={limit.locationMax} autoComplete="off" />
          <DateField
            {...form.field('incidentDate')}
            required
            min={days.min}
            max={days.max}
            footer={<Trans>From {days.min} to today</Trans>}
          />
        </div>
        <PointField form={form} />
      </InertWhile>
    </SheetPart>
  );
}
