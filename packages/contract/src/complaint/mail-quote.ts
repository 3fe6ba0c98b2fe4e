const isQuoted = (line: string) => line.startsWith('>') || line.trim() === '';
const isDivider = (line: string) => /^\s*-{3,}.*-{3,}\s*$|^_{10,}\s*$/u.test(line);
const isHeader = (line: string | undefined) => /^[^:]{1,30}:\s/u.test(line ?? '');

/** Splits a mail into new words and a quote of an earlier one. Either may be empty. */
export function splitQuote(mail: string): { readonly words: string; readonly quote: string } {
  const lines = mail.split('\n');
  const start = Math.min(startOfRepeated(lines), startOfMarked(lines));
  return { words: lines.slice(0, start).join('\n').trimEnd(), quote: lines.slice(start).join('\n').trimStart() };
}

/** Finds where mail programs of offices begin: with a divider, or with the head of the earlier mail. */
function startOfMarked(lines: readonly string[]): number {
  const start = lines.findIndex(
    (line, at) =>
      isDivider(line) || (isHeader(line) && line.includes('@') && isHeader(lines[at + 1]) && isHeader(lines[at + 2])),
  );
  return start < 0 ? lines.length : start;
}

/** Finds the start of the quoted lines at the end, their heading included. */
function startOfRepeated(lines: readonly string[]): number {
  let start = lines.findLastIndex((line) => !isQuoted(line)) + 1;
  if (!lines.slice(start).some((line) => line.startsWith('>'))) return lines.length;
  if (!lines[start - 1]?.trim().endsWith(':')) return start;
  for (let count = 0; count < 3 && start > 0 && lines[start - 1]?.trim() !== ''; count += 1) start -= 1;
  return start;
}
