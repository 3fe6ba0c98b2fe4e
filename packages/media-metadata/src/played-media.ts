/** The played media of a file, and nothing else. */
export interface PlayedMedia {
  readonly bytes: Buffer;
  readonly hasPictures: boolean;
  /** How long it plays; of a recording alone. */
  readonly seconds?: number;
}
