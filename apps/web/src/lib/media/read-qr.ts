/** Reads the QR code in a picture; undefined without a code or picture. Rejects when the reader does not load. */
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
