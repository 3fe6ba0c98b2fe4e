/** Zero bits that the digest of a proof begins with: 4,096 tries on average, well under a second on a cheap phone. */
const bits = 12;

/** The text that is hashed for a submission key and a number. */
export const proofText = (key: string, number: string | number): string => `baraza ${key} ${number}`;

/** Whether a SHA-256 begins with enough zero bits. */
export function isProof(digest: Uint8Array): boolean {
  const [first = 255, second = 255] = digest;
  return ((first << 8) | second) >> (16 - bits) === 0;
}

/** Finds a number that proves work for a submission key; undefined where the browser cannot hash. */
export async function findProof(key: string): Promise<string | undefined> {
  // Only pages over https, and those of this device, have it.
  const subtle = globalThis.crypto?.subtle;
  if (!subtle) return undefined;
  for (let number = 0; ; number += 1) {
    const digest = await subtle.digest('SHA-256', new TextEncoder().encode(proofText(key, number)));
    if (isProof(new Uint8Array(digest))) return String(number);
  }
}
