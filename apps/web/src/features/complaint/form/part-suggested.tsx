import { SuggestedMdas } from '@baraza/app/page/suggested-mdas';
import type { ReactNode } from 'react';
import type { ComplaintForm } from './use-complaint-form.ts';

/** MDAs that the text may be for; a press fills the field above. */
export function PartSuggested({ form }: Pick<ComplaintForm, 'form'>): ReactNode {
  const { title, description, mda } = form.values;
  const choose = (id: string) => {
    form.set('mda', id);
    form.set('mdaJurisdiction', '');
    form.clearError('mda');
  };
  return <SuggestedMdas title={title} description={description} chosen={mda} onChoose={choose} />;
}
