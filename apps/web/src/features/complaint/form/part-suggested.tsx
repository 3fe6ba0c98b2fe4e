import { SuggestedTargets } from '@baraza/app/page/suggested';
import type { ReactNode } from 'react';
import type { ComplaintForm } from './use-complaint-form.ts';

/** MDAs and categories that the text may be for; a press fills the field above. */
export function PartSuggested({ form }: Pick<ComplaintForm, 'form'>): ReactNode {
  const { title, description, mda, category } = form.values;
  return (
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
  );
}
