import { asciiDigits } from '@baraza/contract';
import { type CountryCode, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** Writes a number in one spelling, `+` and digits; undefined for short codes and names of senders. */
export function numberOf(typed: string, country: string): string | undefined {
  const plain = asciiDigits(typed.normalize('NFKC'))
    .replaceAll(/\(0\)|[^\d+]/gu, '')
    .replace(/^00/u, '+');
  if (/[A-Za-z]{3}/u.test(typed.replace(/^tel:/iu, '')) || !/\d{7}/u.test(plain)) return undefined;
  const parsed = parsePhoneNumberFromString(plain, country as CountryCode);
  if (parsed?.isValid()) return parsed.number;
  // Many gateways leave out the `+`. Ranges of numbers lag behind: an unknown one is taken as it is.
  const withCode = parsePhoneNumberFromString(`+${plain.replace('+', '')}`);
  return withCode?.isValid() ? withCode.number : (parsed?.number ?? `+${plain.replace('+', '')}`);
}

/** Whether a number begins with the calling code of a country. */
export const isOfCountry = (number: string, country: string): boolean =>
  number.startsWith(`+${getCountryCallingCode(country as CountryCode)}`);
