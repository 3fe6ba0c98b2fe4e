import { i18n } from '@lingui/core';

// English texts are part of the modules that use them (vite/texts-in-place.ts); each other language is one catalogue,
// fetched when it is chosen (languages.ts).
i18n.load('en', {});
i18n.activate('en');

// For tests only: any plain English that this build shows is missing from the catalogue.
if (import.meta.env.VITE_LOCALE === 'pseudo') {
  const pseudo = await import('../../locales/pseudo.po');
  i18n.loadAndActivate({ locale: 'pseudo', messages: pseudo.messages });
}

export { i18n };
