/** The languages of the portal. */
export const languages = ['en', 'fr', 'ar', 'ha', 'ig', 'sw', 'yo'] as const;
export type Language = (typeof languages)[number];

/** Names of the languages, each in itself. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  fr: 'Français',
  ar: 'العربية',
  ha: 'Hausa',
  ig: 'Igbo',
  sw: 'Kiswahili',
  yo: 'Yorùbá',
};
