/** Says how far a long work has come, every few seconds. */
export class Progress {
  #count = 0;
  #bytes = 0;
  #told = Date.now();
  readonly #total: number;
  readonly #say: (line: string) => void;

  constructor(total: number, say: (line: string) => void) {
    this.#total = total;
    this.#say = say;
  }

  get count(): number {
    return this.#count;
  }

  get bytes(): number {
    return this.#bytes;
  }

  add(bytes: number): void {
    this.#count += 1;
    this.#bytes += bytes;
    if (Date.now() - this.#told < 5_000) return;
    this.#told = Date.now();
    this.#say(`${this.#count} of ${this.#total} files, ${sizeText(this.#bytes)}.`);
  }
}

/** A number of bytes for people. */
export function sizeText(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const step = bytes < 1_000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${step === 0 ? bytes : (bytes / 1_000 ** step).toFixed(1)} ${units[step]}`;
}
