/** The languages of the portal. */
export const languages = ['en', 'fr', 'ar', 'ha', 'ig', 'sw', 'yo'] as const;
export type Language = (typeof languages)[number];

/** Languages that names and texts are translated into. */
export const otherLanguages = languages.slice(1) as readonly Exclude<Language, 'en'>[];

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
