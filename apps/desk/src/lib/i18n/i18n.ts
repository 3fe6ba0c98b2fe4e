import { i18n } from '@lingui/core';
import { messages } from '../../locales/en.po';

/** English comes with the app; each further language will be one catalogue, fetched when it is chosen. */
i18n.loadAndActivate({ locale: 'en', messages });

// For a test alone: whatever plain English such a build shows has escaped the catalogue.
if (import.meta.env.VITE_LOCALE === 'pseudo') {
  const pseudo = await import('../../locales/pseudo.po');
  i18n.loadAndActivate({ locale: 'pseudo', messages: pseudo.messages });
}

export { i18n };
