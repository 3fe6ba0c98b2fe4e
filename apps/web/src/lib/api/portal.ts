import { getPortalSettings, type PortalSettings } from '@baraza/contract/portal/portal';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from './api.ts';

/** The settings that the server wrote into the page; none where a page came without. */
export function settingsInPage(): PortalSettings | undefined {
  try {
    return JSON.parse(document.querySelector('#portal')!.textContent) as PortalSettings;
  } catch {
    return undefined;
  }
}

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
  const { data = unnamed } = useQuery({
    ...endpointQuery(getPortalSettings),
    initialData: settingsInPage,
    staleTime: Infinity,
  });
  return data;
}
