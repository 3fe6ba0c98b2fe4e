import type { DeskComplaint, Named } from '@baraza/contract';
import { Button } from '@baraza/ui/button';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

type RecusedStaffProps = {
  complaint: DeskComplaint;
  /** Somebody is to see it from whom it is kept. */
  onLiftRecusal: (person: Named) => void;
};

/** From whom of the staff the complaint is kept, and the way to let each of them see it. */
export function RecusedStaff({ complaint, onLiftRecusal }: RecusedStaffProps): ReactNode {
  const mayLet = complaint.allowed.includes('liftRecusal');
  return (
    <ul className="grid gap-1.5">
      {complaint.recusedStaff.map(({ id, name }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi>{name}</bdi>
          {mayLet && (
            <Button
              size="s"
              className="print:hidden"
              aria-label={t`Let ${name} see it`}
              onClick={() => onLiftRecusal({ id, name })}
            >
              <Trans>Let see</Trans>
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
