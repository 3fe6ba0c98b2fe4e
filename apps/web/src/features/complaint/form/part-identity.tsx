import { endpointQuery, lazyPart } from '@baraza/app';
import { type IdentityAccess, listMdas, unknownMda } from '@baraza/contract';
import { Button, SheetPart, TextField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useUser } from '../../../lib/api/session.ts';
import type { ComplaintForm } from './use-complaint-form.ts';

const IdentityChoice = lazyPart(async () => ({
  default: (await import('../guest/identity-choice.tsx')).IdentityChoice,
}));

const whoSees = (): Record<IdentityAccess, string> => ({
  assigned: t`Only the officer who handles it and their supervisors, while it is open. Every view is recorded.`,
  'two-person': t`Only your first name and initial. The rest is shown for 24 hours if two people agree in writing.`,
  open: t`All staff of the office. Every view is recorded.`,
});

/** Identity level and phone number of a signed-in citizen's complaint. */
export function PartIdentity({ complaint: { form, folds } }: { complaint: ComplaintForm }): ReactNode {
  const { identity, callPhone, mda } = form.values;
  const [isOpen, setOpen] = useState(identity !== '');
  /** Whether the phone field has the focus; only then may it be empty. */
  const [isEditingPhone, setEditingPhone] = useState(false);
  const canCall = isEditingPhone || callPhone !== '';
  const phone = useUser().data?.phone ?? '';
  // The part with the MDA fetches the list.
  const offices = useQuery({ ...endpointQuery(listMdas), enabled: false });
  const access = offices.data?.find(({ id }) => id === mda)?.identityAccess;
  const seenBy = access && `${whoSees()[access]} ${t`The office may change this rule.`}`;
  const isNamed = identity !== 'confidential';
  const allowCall = (may: boolean) => {
    setEditingPhone(may && phone === '');
    form.set('callPhone', may ? phone : '');
  };
  const change = async () => {
    await IdentityChoice.load().catch(() => undefined);
    // The pressed button disappears and would take the focus with it.
    flushSync(() => setOpen(true));
    document.querySelector<HTMLElement>('#identity :checked')?.focus();
  };
  return (
    <SheetPart
      number={5}
      title={<span id="identity-title">{t`Who sees your name?`}</span>}
      inert={form.pending}
      fold={folds?.fold('identity', isNamed ? t`Named` : t`Confidential`)}
    >
      <div id="identity" tabIndex={-1}>
        {isOpen ? (
          <IdentityChoice
            isSignedIn
            isOfficeUnknown={mda === unknownMda}
            seenBy={seenBy}
            hasPoint={form.values.lat !== ''}
            chosen={isNamed ? 'named' : 'confidential'}
            onChoose={(level) => form.set('identity', level)}
            labelledBy="identity-title"
          />
        ) : (
          <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <strong>{t`Named`}</strong>
            {seenBy && <span>{seenBy}</span>}
            <Button onClick={() => void change()}>{t`Change`}</Button>
          </p>
        )}
      </div>
      {isNamed && (
        <label className="inline-flex min-h-11 items-center gap-3">
          <input type="checkbox" checked={canCall} onChange={(event) => allowCall(event.target.checked)} />
          {t`You may call me about this`}
        </label>
      )}
      {isNamed && canCall && (
        <TextField
          {...form.field('callPhone')}
          type="tel"
          maxLength={40}
          autoComplete="tel"
          onFocus={() => setEditingPhone(true)}
          onBlur={() => setEditingPhone(false)}
          hint={t`For the officer who handles it, and anyone else who sees your name.`}
        />
      )}
    </SheetPart>
  );
}
