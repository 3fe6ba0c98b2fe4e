/** Reads the QR code in a picture; undefined when there is none, or it is no picture. Rejects when its reader does not load. */
export async function readQr(picture: Blob): Promise<string | undefined> {
  const { BarcodeDetector } = await import('qr/decode.js');
  try {
    const image = await createImageBitmap(picture);
    const [code] = await new BarcodeDetector({ formats: ['qr_code'] }).detect(image);
    return code?.rawValue;
  } catch {
    return undefined;
  }
}
