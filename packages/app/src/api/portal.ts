import { getPortalSettings, type PortalSettings } from '@baraza/contract';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from './client.ts';

/** Returns the settings that the server wrote into the page, if any. */
export function settingsInPage(): PortalSettings | undefined {
  try {
    return JSON.parse(document.querySelector('#portal')!.textContent) as PortalSettings;
  } catch {
    return undefined;
  }
}

const unnamed: PortalSettings = {
  productName: 'Baraza',
  supportEmail: '',
  supportPhone: null,
  mdaPortalUrl: '/desk/',
  copyright: '© 2024',
  translation: 'none',
  map: false,
  signInProvider: null,
  confirmed: null,
  nextMonth: '',
};

/** Reads the name of this installation, and where its support and its desk are. */
export function usePortal() {
  const { data = unnamed } = useQuery({
    ...endpointQuery(getPortalSettings),
    initialData: settingsInPage,
    staleTime: Infinity,
  });
  return data;
}
