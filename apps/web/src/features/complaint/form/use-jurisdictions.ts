import { useMdaChoices, useJurisdictionChoices } from '../complaint.api.ts';

/** The jurisdictions to choose from for an MDA: none unless it allows them, they have loaded, and there are any. */
export function useJurisdictions(mda: string) {
  const mdas = useMdaChoices();
  const allowed = mdas.data?.find((it) => it.id === mda)?.isJurisdictionAllowed === 1;
  const query = useJurisdictionChoices(allowed ? mda : null);
  const options = allowed
    ? (query.data ?? []).map(({ id, jurisdiction }) => ({ value: id, label: jurisdiction.name }))
    : [];
  return { options, query, failed: allowed && query.isError };
}
