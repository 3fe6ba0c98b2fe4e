/** Whether any of the texts contains the search text. Case and accents do not matter. */
export function matches(search: string, ...texts: (string | null)[]): boolean {
  const wanted = fold(search.trim());
  return wanted === '' || texts.some((text) => text !== null && fold(text).includes(wanted));
}

/** "Ọ̀yọ́" is found by "oyo". */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
}
