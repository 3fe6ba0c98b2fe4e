import { limit } from '@baraza/contract/core/common';
import { DateField, TextField } from '@baraza/ui/fields';
import { SheetPart } from '@baraza/ui/sheet';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { pair, Still } from './form-parts.tsx';
import type { ComplaintForm } from './use-complaint-form.ts';

/** The place and the day. */
export function PartWhere({ it: { form, days } }: { it: ComplaintForm }): ReactNode {
  return (
    <SheetPart number={3} title={<Trans>Where and when?</Trans>}>
      <Still on={form.pending}>
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
      </Still>
    </SheetPart>
  );
}
