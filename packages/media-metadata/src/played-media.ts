/** A file's pictures and sound, without metadata. */
export interface PlayedMedia {
  readonly bytes: Buffer;
  readonly hasPictures: boolean;
  /** Duration, for recordings only. */
  readonly seconds?: number;
}
