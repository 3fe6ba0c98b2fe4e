import { getPortalSettings } from '@baraza/contract/portal/portal';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from './api.ts';

/** Used until the settings have loaded, and if they cannot be loaded. */
const unnamed = {
  productName: 'Baraza',
  supportEmail: '',
  supportPhone: null,
  mdaPortalUrl: '/desk/',
  copyright: '© 2024',
};

/** Reads the name of this installation, and where its support and MDA portal are. */
export function usePortal() {
  const { data = unnamed } = useQuery({ ...endpointQuery(getPortalSettings), staleTime: Infinity });
  return data;
}
