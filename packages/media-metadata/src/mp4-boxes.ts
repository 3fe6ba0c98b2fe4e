/** A box of an mp4 or quicktime file. Its head begins at `start`, its content at `data`. */
export interface Box {
  readonly type: string;
  readonly start: number;
  readonly data: number;
  readonly end: number;
}

/** Limit of boxes in a file. No camera writes as many: a longer file is meant to waste time. */
export const maxBoxes = 20_000;

/** Lists the boxes inside a box, all or of one type. Stops at the first invalid one and at the limit. */
export function boxesIn(bytes: Buffer, { data, end }: Pick<Box, 'data' | 'end'>, type?: string): Box[] {
  const boxes: Box[] = [];
  for (let start = data; start + 8 <= end && boxes.length <= maxBoxes;) {
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
