/** What it takes to play a recording. All others are metadata: the program, the owner, the place, a picture. */
const kept = new Set(['fmt ', 'fact', 'data']);

/** Strips metadata from a wav: its form and its sound stay. */
export function stripWavMetadata(bytes: Buffer): Buffer | undefined {
  const parts: Buffer[] = [];
  for (let at = 12; at + 8 <= bytes.length;) {
    const name = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const part = bytes.subarray(at, at + 8 + length);
    // Chunks start at even places.
    if (kept.has(name)) parts.push(part, Buffer.alloc(length % 2));
    if (name === 'data') return riff(parts);
    at += 8 + length + (length % 2);
  }
  return undefined;
}

function riff(parts: readonly Buffer[]): Buffer {
  const head = Buffer.from('RIFF....WAVE', 'latin1');
  const whole = Buffer.concat([head, ...parts]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}
