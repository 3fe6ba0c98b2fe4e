import { getPortalSettings } from '@baraza/contract/portal/portal';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from './api.ts';

/** Stands for the settings until they arrive, and where they cannot be had. */
const unnamed = {
  productName: 'Baraza',
  supportEmail: '',
  supportPhone: null,
  mdaPortalUrl: '/desk/',
  copyright: '© 2024',
};

/** What this installation is called, and where its support and its MDA portal are. */
export function usePortal() {
  const { data = unnamed } = useQuery({ ...endpointQuery(getPortalSettings), staleTime: Infinity });
  return data;
}
