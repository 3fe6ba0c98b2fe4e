/** What is played of a file, and nothing else. */
export interface PlayedMedia {
  readonly bytes: Buffer;
  readonly hasPictures: boolean;
}
