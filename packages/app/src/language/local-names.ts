import { type Language, listLocalNames, otherLanguages } from '@baraza/contract';
import { i18n } from '@lingui/core';
import { useLingui } from '@lingui/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { endpointQuery } from '../api/client.ts';

/** Loads names of MDAs, jurisdictions and categories in the reader's language, for `say`. */
export function LocalNames(): null {
  // Read by the hook, so that a change of language renders this; its own object changes with each loaded text.
  const language = useLingui().i18n.locale as Exclude<Language, 'en'>;
  const isOther = otherLanguages.includes(language);
  const { data } = useQuery({ ...endpointQuery(listLocalNames, { query: { language } }), enabled: isOther });
  useEffect(() => {
    // As compiled messages, in which braces are text.
    if (data) i18n.load(language, Object.fromEntries(data.map(({ name, local }) => [name, [local]])));
  }, [data, language]);
  return null;
}
