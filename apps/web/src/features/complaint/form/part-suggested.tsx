import { SuggestedTargets } from '@baraza/app/page/suggested';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { ComplaintForm } from './use-complaint-form.ts';

/** MDAs and categories that the text may be for; a press fills the field above. */
export function PartSuggested({ form }: Pick<ComplaintForm, 'form'>): ReactNode {
  const { title, description, mda, category } = form.values;
  return (
    <>
      <p className="text-sm text-ink-2">{t`While you write, your text goes to the server of this portal, which suggests an office. Nothing of it is kept there before you submit.`}</p>
      <SuggestedTargets
        title={title}
        description={description}
        chosen={{ mda, category }}
        onChoose={(kind, id) => {
          form.set(kind, id);
          if (kind === 'mda') form.set('mdaJurisdiction', '');
          form.clearError(kind);
        }}
      />
    </>
  );
}
