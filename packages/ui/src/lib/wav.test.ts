import { describe, expect, it } from 'vitest';
import { createDownsampler, HEADER_BYTES, peakOf, SAMPLE_RATE, toPcm16, wavFile, wavHeader } from './wav.ts';

const ascii = (view: DataView, at: number) =>
  Array.from({ length: 4 }, (_, i) => String.fromCharCode(view.getUint8(at + i))).join('');

describe('the WAV header', () => {
  const view = new DataView(wavHeader(32_000));

  it('the WAV header names its parts where players expect them', () => {
    expect(view.byteLength).toBe(HEADER_BYTES);
    expect([0, 8, 12, 36].map((at) => ascii(view, at))).toEqual(['RIFF', 'WAVE', 'fmt ', 'data']);
  });

  it('the WAV header states PCM, mono, 16 kHz, 16 bit, little-endian', () => {
    expect(view.getUint32(16, true)).toBe(16);
    expect(view.getUint16(20, true)).toBe(1);
    expect(view.getUint16(22, true)).toBe(1);
    expect(view.getUint32(24, true)).toBe(16_000);
    expect(view.getUint32(28, true)).toBe(32_000);
    expect(view.getUint16(32, true)).toBe(2);
    expect(view.getUint16(34, true)).toBe(16);
  });

  it('the WAV header contains both lengths', () => {
    expect(view.getUint32(4, true)).toBe(32_036);
    expect(view.getUint32(40, true)).toBe(32_000);
  });
});

describe('samples', () => {
  it('audio samples become 16 bit and are clipped where too loud', () => {
    const view = new DataView(toPcm16(new Float32Array([0, 1, -1, 0.5, 2, -2])));
    const read = Array.from({ length: 6 }, (_, i) => view.getInt16(i * 2, true));
    expect(read).toEqual([0, 32_767, -32_768, 16_384, 32_767, -32_768]);
  });

  it('the peak of audio samples is between 0 and 1', () => {
    expect(peakOf(new Float32Array([0.1, -0.75, 0.2]))).toBe(0.75);
    expect(peakOf(new Float32Array([3]))).toBe(1);
    expect(peakOf(new Float32Array())).toBe(0);
  });
});

describe('bringing 48 kHz down to 16 kHz', () => {
  const tone = (rate: number, hertz: number, seconds: number) =>
    Float32Array.from({ length: rate * seconds }, (_, i) => Math.sin((2 * Math.PI * hertz * i) / rate));

  it('downsampling 48 kHz keeps a third of the samples, however they are split', () => {
    const all = tone(48_000, 440, 1);
    const down = createDownsampler(48_000);
    let count = 0;
    for (let i = 0; i < all.length; i += 2048) count += down(all.slice(i, i + 2048)).length;
    expect(count).toBe(16_000);
  });

  it('downsampling 44.1 kHz loses no sample between pieces', () => {
    const down = createDownsampler(44_100);
    let count = 0;
    for (let i = 0; i < 44_100; i += 100) count += down(new Float32Array(100)).length;
    expect(Math.abs(count - 16_000)).toBeLessThanOrEqual(1);
  });

  it('downsampling keeps the tone of a voice and its loudness', () => {
    const out = createDownsampler(48_000)(tone(48_000, 440, 1));
    let crossings = 0;
    for (let i = 1; i < out.length; i++) if ((out[i - 1] ?? 0) < 0 && (out[i] ?? 0) >= 0) crossings++;
    expect(Math.abs(crossings - 440)).toBeLessThanOrEqual(1);
    expect(peakOf(out)).toBeGreaterThan(0.98);
  });

  it('audio samples at 16 kHz are not downsampled', () => {
    const piece = new Float32Array([0.1, 0.2]);
    expect(createDownsampler(16_000)(piece)).toBe(piece);
  });
});

describe('a recording', () => {
  it('a recording of a minute has 1.92 MB, as its header states', async () => {
    const pieces = Array.from({ length: 60 }, () => new ArrayBuffer(SAMPLE_RATE * 2));
    const { blob, seconds } = wavFile(pieces);
    expect(seconds).toBe(60);
    expect(blob.size).toBe(1_920_000 + HEADER_BYTES);
    expect(blob.type).toBe('audio/wav');
    expect(new DataView(await blob.arrayBuffer()).getUint32(40, true)).toBe(1_920_000);
  });

  it('a recording of five minutes, the limit, stays below 10 MB', () => {
    expect(300 * SAMPLE_RATE * 2 + HEADER_BYTES).toBeLessThan(10_000_000);
  });
});
