import leven from 'leven';

/** Prefixes of our settings; unknown names with them are refused. */
const ours =
  /^(APPEAL|BARAZA|ADMIN|CITIZEN|CLAMD|DAILY|DEMO|MAIL|MDA|METRICS|RETENTION|SMTP|STAFF|STORAGE|SUPPORT|TRUST)_/;
/** Names that container platforms inject for services. */
const ofPlatform = /_(SERVICE_(HOST|PORT)(_\w+)?|PORT(_\d+_(TCP|UDP)(_\w+)?)?)$/;

/** Lists misspelled and unknown settings, a line each; `_FILE` variants would be silently ignored. */
export function* unknownNames(names: readonly string[], settings: readonly string[]): Generator<string> {
  for (const name of names.filter((each) => !settings.includes(each))) {
    const meant = settings.find((setting) => isTypo(name, setting));
    if (meant !== undefined) {
      yield `There is no setting ${name}. Did you mean ${meant}?`;
      continue;
    }
    const isInFile = settings.includes(name.replace(/_FILE$/, ''));
    if (!isInFile && (!ours.test(name) || ofPlatform.test(name))) continue;
    const alike = settings.filter((setting) => setting.startsWith(`${name.split('_', 1)[0]}_`)).join(', ');
    yield `There is no setting ${name}.${alike && ` Those that begin so are ${alike}.`}`;
  }
}

/** Short names resemble too many others. */
function isTypo(name: string, setting: string): boolean {
  return setting.length >= 6 && leven(name.toUpperCase(), setting) <= (setting.length < 9 ? 1 : 2);
}
