import { chmod, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { embeddedBinaries, type PostgresBinaries } from '@baraza/local-postgres';
import { findPrograms } from './programs.ts';

/** A clock that can be set while programs run by it. What counts seconds that passed goes on as before, as on a real computer. */
export class FakeTime {
  /** The environment of a program that goes by this clock. */
  readonly settings: Readonly<Record<string, string>>;
  readonly #folder: string;
  #offset = 0;

  private constructor(folder: string, library: string) {
    this.#folder = folder;
    this.settings = {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: path.join(folder, 'offset'),
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
  }

  static async create(): Promise<FakeTime> {
    const library = findPrograms('faketime');
    const folder = await mkdtemp(path.join(os.tmpdir(), 'baraza-time-'));
    // The database reads it too, as a user of its own.
    await chmod(folder, 0o755);
    const time = new FakeTime(folder, library);
    await time.set(0);
    return time;
  }

  /** A PostgreSQL that goes by this clock. */
  async postgres(): Promise<PostgresBinaries> {
    const { initdb, postgres } = await embeddedBinaries();
    const words = Object.entries(this.settings).map(([name, value]) => `${name}='${value}'`);
    const file = path.join(this.#folder, 'postgres');
    await writeFile(file, `#!/bin/sh\nexec env ${words.join(' ')} '${postgres}' "$@"\n`, { mode: 0o755 });
    return { initdb, postgres: file };
  }

  now(): number {
    return Date.now() + this.#offset;
  }

  /** Sets the clock so many milliseconds before or after the true time. */
  async set(offset: number): Promise<void> {
    const file = this.settings['FAKETIME_TIMESTAMP_FILE']!;
    await writeFile(`${file}.new`, `${offset < 0 ? '-' : '+'}${Math.abs(offset) / 1000}\n`);
    await rename(`${file}.new`, file);
    this.#offset = offset;
  }

  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}
