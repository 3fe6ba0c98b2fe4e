import { type Language, listLocalNames, otherLanguages } from '@baraza/contract';
import { useLingui } from '@lingui/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { endpointQuery } from '../api/client.ts';

/** Loads what MDAs, jurisdictions and categories are called in the reader's language: `say` then names them so. */
export function LocalNames(): null {
  const { i18n } = useLingui();
  const language = i18n.locale as Exclude<Language, 'en'>;
  const isOther = otherLanguages.includes(language);
  const { data } = useQuery({ ...endpointQuery(listLocalNames, { query: { language } }), enabled: isOther });
  useEffect(() => {
    // As compiled messages, in which braces are text.
    if (data) i18n.load(language, Object.fromEntries(data.map(({ name, local }) => [name, [local]])));
  }, [data, i18n, language]);
  return null;
}
