import { i18n } from '@lingui/core';
import { messages } from '../../locales/en.po';

/** English is part of the app; other languages are fetched when chosen. */
i18n.loadAndActivate({ locale: 'en', messages });

// Only for tests: English shown by such a build is missing from the catalogue.
if (import.meta.env.VITE_LOCALE === 'pseudo') {
  const pseudo = await import('../../locales/pseudo.po');
  i18n.loadAndActivate({ locale: 'pseudo', messages: pseudo.messages });
}

export { i18n };
