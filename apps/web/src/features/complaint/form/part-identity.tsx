import { endpointQuery } from '@baraza/app/api/client';
import { listMdas } from '@baraza/contract/mda/mda';
import { Button } from '@baraza/ui/button';
import { TextField } from '@baraza/ui/fields';
import { SheetPart } from '@baraza/ui/sheet';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useUser } from '../../../lib/api/session.ts';
import { IdentityChoice } from '../guest/identity-choice.tsx';
import { Still } from './form-parts.tsx';
import type { ComplaintForm } from './use-complaint-form.ts';

/** How much of themselves a signed-in citizen gives, and where they may be called. */
export function PartIdentity({ it: { form } }: { it: ComplaintForm }): ReactNode {
  const { identity, callPhone, mda } = form.values;
  const [isOpen, setOpen] = useState(identity !== '');
  const [mayCall, setMayCall] = useState(callPhone !== '');
  const phone = useUser().data?.phone ?? '';
  // Asked for where the MDA is chosen.
  const offices = useQuery({ ...endpointQuery(listMdas), enabled: false });
  const access = offices.data?.find(({ id }) => id === mda)?.identityAccess;
  const isNamed = identity !== 'confidential';
  const allowCall = (may: boolean) => {
    setMayCall(may);
    form.set('callPhone', may ? phone : '');
  };
  return (
    <SheetPart number={5} title={<span id="identity-title">{t`Who sees your name?`}</span>}>
      <Still on={form.pending}>
        <div id="identity" tabIndex={-1}>
          {isOpen ? (
            <IdentityChoice
              isSignedIn
              access={access}
              chosen={isNamed ? 'named' : 'confidential'}
              onChoose={(level) => form.set('identity', level)}
              labelledBy="identity-title"
            />
          ) : (
            <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <strong>
                <Trans>Named</Trans>
              </strong>
              <Button onClick={() => setOpen(true)}>
                <Trans>Change</Trans>
              </Button>
            </p>
          )}
        </div>
        {isNamed && (
          <label className="inline-flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              className="size-5 shrink-0 accent-brand"
              checked={mayCall}
              onChange={(event) => allowCall(event.target.checked)}
            />
            <Trans>You may call me about this</Trans>
          </label>
        )}
        {isNamed && mayCall && (
          <TextField
            {...form.field('callPhone')}
            type="tel"
            maxLength={24}
            autoComplete="tel"
            onBlur={() => setMayCall(callPhone.trim() !== '')}
            hint={t`For whoever handles it, and whoever sees your name.`}
          />
        )}
      </Still>
    </SheetPart>
  );
}
