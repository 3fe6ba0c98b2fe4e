// Runs on the audio thread: hands the sound over in pieces of a tenth of a second or so.
// Plain JavaScript in a file of its own, because the browser loads it by address.
class Recorder extends AudioWorkletProcessor {
  constructor() {
    super();
    this.piece = new Float32Array(2048);
    this.filled = 0;
    this.port.onmessage = () => {
      this.port.postMessage(this.piece.slice(0, this.filled), []);
      this.port.postMessage('end', []);
      this.ended = true;
    };
  }

  process([input]) {
    const channel = input[0];
    if (channel) {
      for (let i = 0; i < channel.length; i++) {
        this.piece[this.filled++] = channel[i];
        if (this.filled === this.piece.length) {
          this.port.postMessage(this.piece, []);
          this.filled = 0;
        }
      }
    }
    return !this.ended;
  }
}

registerProcessor('recorder', Recorder);
