/** Reports the progress of copying files, every five seconds. */
export class Progress {
  #count = 0;
  #bytes = 0;
  #reportedAt = Date.now();
  readonly #total: number;
  readonly #report: (line: string) => void;

  constructor(total: number, report: (line: string) => void) {
    this.#total = total;
    this.#report = report;
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
    if (Date.now() - this.#reportedAt < 5_000) return;
    this.#reportedAt = Date.now();
    this.#report(`${this.#count} of ${this.#total} files, ${sizeText(this.#bytes)}.`);
  }
}

/** Formats a number of bytes for people. */
export function sizeText(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const step = bytes < 1_000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${step === 0 ? bytes : (bytes / 1_000 ** step).toFixed(1)} ${units[step]}`;
}
