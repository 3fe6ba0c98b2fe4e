import sharp from 'sharp';

/** A real photo of one colour. */
export async function photo(name = 'tap.png', colour = 'teal'): Promise<File> {
  const bytes = await sharp({ create: { width: 32, height: 24, channels: 3, background: colour } })
    .png()
    .toBuffer();
  return new File([new Uint8Array(bytes)], name, { type: 'image/png' });
}

/** Silence, as the recorder makes it: 16 bit, one channel. */
export function recording(name = 'recording.wav', seconds = 0.1): File {
  const rate = 8000;
  const samples = rate * seconds;
  const bytes = Buffer.alloc(44 + samples * 2);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(samples * 2, 40);
  return new File([bytes], name, { type: 'audio/wav' });
}

/** A voice note of a phone: Opus in Ogg, with the program that made it as metadata. */
export function voiceNote(seconds = 5): Buffer<ArrayBuffer> {
  const page = (kind: number, ticks: number, number: number, packet: Buffer) => {
    const head = Buffer.alloc(28);
    head.write('OggS');
    head[5] = kind;
    head.writeBigUInt64LE(BigInt(ticks), 6);
    head.writeUInt32LE(7, 14);
    head.writeUInt32LE(number, 18);
    head[26] = 1;
    head[27] = packet.length;
    return Buffer.concat([head, packet]);
  };
  const opening = Buffer.from('OpusHead\u0001\u0001\0\0\0\0\0\0\0\0\0', 'latin1');
  const tags = Buffer.from('OpusTags\u000b\0\0\0RecorderAda\0\0\0\0', 'latin1');
  return Buffer.concat([
    page(2, 0, 0, opening),
    page(0, 0, 1, tags),
    page(4, seconds * 48_000, 2, Buffer.alloc(100, 0xfc)),
  ]);
}
