/** A box of an mp4 or quicktime file: its head, then its content from `data` to `end`. */
export interface Box {
  readonly type: string;
  readonly start: number;
  readonly data: number;
  readonly end: number;
}

/** More than any camera writes; past these a file was made to keep somebody busy. */
export const mostBoxes = 20_000;

/** Lists the boxes within one, all or of a type. Stops at an invalid one or a limit. */
export function boxesIn(bytes: Buffer, { data, end }: Pick<Box, 'data' | 'end'>, type?: string): Box[] {
  const boxes: Box[] = [];
  for (let start = data; start + 8 <= end && boxes.length <= mostBoxes;) {
    const box = boxAt(bytes, start, end);
    if (!box || box.end > end) break;
    boxes.push(box);
    start = box.end;
  }
  return type === undefined ? boxes : boxes.filter((box) => box.type === type);
}

function boxAt(bytes: Buffer, start: number, end: number): Box | undefined {
  const short = bytes.readUInt32BE(start);
  const type = bytes.toString('latin1', start + 4, start + 8);
  if (short === 0) return { type, start, data: start + 8, end };
  if (short !== 1) return short < 8 ? undefined : { type, start, data: start + 8, end: start + short };
  if (start + 16 > end) return undefined;
  const long = Number(bytes.readBigUInt64BE(start + 8));
  return long < 16 ? undefined : { type, start, data: start + 16, end: start + long };
}
