import { getMdaStats, getMdaSummary, listContacts } from '@baraza/contract/mda/mda';
import { useQuery } from '@tanstack/react-query';
import { reads } from '../../lib/api/api.ts';

export const useMdaStats = () => useQuery(reads(getMdaStats));
export const useMdaSummary = (id: string) => useQuery(reads(getMdaSummary, { params: { id } }));
export const useContacts = (wanted: boolean) => useQuery({ ...reads(listContacts), enabled: wanted });
