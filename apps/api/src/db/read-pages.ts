/** Reads page by page until one is not full; `readPage` gets the last row of the page before. */
export async function* readPages<Row>(
  size: number,
  readPage: (last: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let rows: Row[] = [];
  do {
    rows = await readPage(rows.at(-1));
    if (rows.length > 0) yield rows;
  } while (rows.length === size);
}
