/** 16 kHz, mono, 16 bit: 1.92 MB a minute, enough for speech. */
export const SAMPLE_RATE = 16_000;
export const HEADER_BYTES = 44;

/** Returns the 44 bytes that turn raw PCM16 mono into a WAV file. */
export function wavHeader(dataBytes: number, sampleRate: number = SAMPLE_RATE): ArrayBuffer {
  const header = new ArrayBuffer(HEADER_BYTES);
  const view = new DataView(header);
  const word = (at: number, text: string) => {
    for (let i = 0; i < text.length; i++) view.setUint8(at + i, text.charCodeAt(i));
  };
  word(0, 'RIFF');
  view.setUint32(4, 36 + dataBytes, true);
  word(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  word(36, 'data');
  view.setUint32(40, dataBytes, true);
  return header;
}

/** Converts samples from -1 to 1 into little-endian 16 bit, clipped where too loud. */
export function toPcm16(samples: Float32Array): ArrayBuffer {
  const bytes = new ArrayBuffer(samples.length * 2);
  const view = new DataView(bytes);
  samples.forEach((sample, i) => {
    const s = Math.max(-1, Math.min(1, sample));
    view.setInt16(i * 2, Math.round(s < 0 ? s * 0x8000 : s * 0x7fff), true);
  });
  return bytes;
}

/** Returns the peak of a piece, 0 to 1, for the level bar. */
export function peakOf(samples: Float32Array): number {
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  return Math.min(1, peak);
}

/** Resamples to 16 kHz piece by piece. Each new sample is the mean of the old ones, which keeps hiss out of speech. */
export function createDownsampler(from: number, to: number = SAMPLE_RATE): (piece: Float32Array) => Float32Array {
  const ratio = from / to;
  let rest = new Float32Array(0);
  let offset = 0;
  return (piece) => {
    if (ratio <= 1) return piece;
    const all = new Float32Array(rest.length + piece.length);
    all.set(rest);
    all.set(piece, rest.length);
    const count = Math.max(0, Math.floor((all.length - offset) / ratio));
    const out = new Float32Array(count);
    for (let i = 0; i < count; i++) {
      const start = Math.floor(offset + i * ratio);
      const end = Math.floor(offset + (i + 1) * ratio);
      let sum = 0;
      for (let j = start; j < end; j++) sum += all[j] ?? 0;
      out[i] = sum / (end - start);
    }
    const used = offset + count * ratio;
    rest = all.slice(Math.floor(used));
    offset = used - Math.floor(used);
    return out;
  };
}

/** Joins pieces of PCM16 into one WAV file; returns it and its duration. */
export function wavFile(pieces: ArrayBuffer[]): { blob: Blob; seconds: number } {
  const bytes = pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
  return { blob: new Blob([wavHeader(bytes), ...pieces], { type: 'audio/wav' }), seconds: bytes / 2 / SAMPLE_RATE };
}
