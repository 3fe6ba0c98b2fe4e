import { getMdaStats, getMdaSummary, listContacts } from '@baraza/contract/mda/mda';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../../lib/api/api.ts';

export const useMdaStats = () => useQuery(endpointQuery(getMdaStats));
export const useMdaSummary = (id: string) => useQuery(endpointQuery(getMdaSummary, { params: { id } }));
export const useContacts = (wanted: boolean) => useQuery({ ...endpointQuery(listContacts), enabled: wanted });
