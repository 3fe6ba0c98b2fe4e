import { i18n } from '@lingui/core';

// English comes with the modules that say it (vite/texts-in-place.ts); each further language is one catalogue, fetched
// when it is chosen (languages.ts).
i18n.load('en', {});
i18n.activate('en');

// For a test alone: whatever plain English such a build shows has escaped the catalogue.
if (import.meta.env.VITE_LOCALE === 'pseudo') {
  const pseudo = await import('../../locales/pseudo.po');
  i18n.loadAndActivate({ locale: 'pseudo', messages: pseudo.messages });
}

export { i18n };
