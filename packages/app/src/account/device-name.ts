const browsers: readonly [string, RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//u],
  ['Opera', /\bOPR\/|\bOpera Mini\//u],
  ['Samsung Internet', /\bSamsungBrowser\//u],
  ['UC Browser', /\bUCBrowser\//u],
  ['Firefox', /\b(?:Firefox|FxiOS)\//u],
  ['Chrome', /\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//u],
  ['Safari', /\bSafari\//u],
];

const systems: readonly [string, RegExp][] = [
  ['Android', /\bAndroid\b/u],
  ['iPhone', /\biPhone\b/u],
  ['iPad', /\biPad\b/u],
  ['KaiOS', /\bKAIOS\//u],
  ['Windows', /\bWindows\b/u],
  ['macOS', /\bMacintosh\b/u],
  ['ChromeOS', /\bCrOS\b/u],
  ['Linux', /\bLinux\b/u],
];

/** Names a device by its user agent, such as "Chrome · Android"; null if unknown. */
export function deviceName(userAgent: string | null): string | null {
  const find = (known: readonly [string, RegExp][]) => known.find(([, sign]) => sign.test(userAgent ?? ''))?.[0];
  return [find(browsers), find(systems)].filter((name) => name !== undefined).join(' · ') || null;
}
