import { getMdaStats, getMdaSummary, listContacts } from '@baraza/contract/mda/mda';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '@baraza/app/api/client';

export const useMdaStats = () => useQuery(endpointQuery(getMdaStats));
export const useMdaSummary = (id: string) => useQuery(endpointQuery(getMdaSummary, { params: { id } }));
export const useContacts = (wanted: boolean) => useQuery({ ...endpointQuery(listContacts), enabled: wanted });
