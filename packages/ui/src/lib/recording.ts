import { createDownsampler, peakOf, SAMPLE_RATE, toPcm16, wavFile } from './wav.ts';

export type Recorded = ReturnType<typeof wavFile>;
export type Recording = Awaited<ReturnType<typeof startRecording>>;
type OnPiece = (seconds: number, level: number) => void;

/** Named as by the browser: the person or the device refused the microphone. */
export function isRefusal(error: unknown): boolean {
  return error instanceof DOMException && ['NotAllowedError', 'SecurityError', 'NotFoundError'].includes(error.name);
}

/** Makes an audio context at 16 kHz where the browser supports one. Firefox long could not. */
function connect(stream: MediaStream): { context: AudioContext; source: MediaStreamAudioSourceNode } {
  const slow = new AudioContext({ sampleRate: SAMPLE_RATE });
  try {
    return { context: slow, source: slow.createMediaStreamSource(stream) };
  } catch {
    void slow.close();
    const context = new AudioContext();
    return { context, source: context.createMediaStreamSource(stream) };
  }
}

/** Opens the microphone and records until stopped. `onPiece` gets the seconds so far and the level, 0 to 1. */
export async function startRecording(onPiece: OnPiece) {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const release = () => stream.getTracks().forEach((track) => track.stop());
  let context: AudioContext | undefined;
  try {
    const made = connect(stream);
    context = made.context;
    await context.audioWorklet.addModule(new URL('../recorder-worklet.js?no-inline', import.meta.url));
    const options = { numberOfOutputs: 1, channelCount: 1, channelCountMode: 'explicit' } as const;
    const node = new AudioWorkletNode(context, 'recorder', options);
    return collect(context, made.source, node, release, onPiece);
  } catch (error) {
    release();
    void context?.close();
    throw error;
  }
}

function collect(
  context: AudioContext,
  source: AudioNode,
  node: AudioWorkletNode,
  release: () => void,
  onPiece: OnPiece,
) {
  const downsample = createDownsampler(context.sampleRate);
  const pieces: ArrayBuffer[] = [];
  let samples = 0;
  let ended: (() => void) | undefined;
  node.port.onmessage = ({ data }: MessageEvent<Float32Array | 'end'>) => {
    if (data === 'end') return ended?.();
    const piece = downsample(data);
    pieces.push(toPcm16(piece));
    samples += piece.length;
    onPiece(samples / SAMPLE_RATE, peakOf(piece));
  };
  source.connect(node);
  // Silent, but connected: some browsers run a node only if it has an output.
  node.connect(context.destination);

  const cancel = () => {
    source.disconnect();
    node.disconnect();
    release();
    void context.close();
  };
  const stop = async () => {
    // The device may already be gone; the pieces recorded so far are kept.
    const last = new Promise<void>((resolve) => {
      ended = resolve;
      setTimeout(resolve, 500);
    });
    node.port.postMessage('stop', []);
    await last;
    cancel();
    return wavFile(pieces);
  };
  return { stop, cancel };
}
