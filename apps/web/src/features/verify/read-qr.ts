/** Reads the QR code in a picture; undefined when there is none, or it is no picture. */
export async function readQr(picture: Blob): Promise<string | undefined> {
  const { BarcodeDetector } = await import('qr/decode.js');
  const image = await createImageBitmap(picture).catch(() => undefined);
  if (image === undefined) return undefined;
  const [code] = await new BarcodeDetector({ formats: ['qr_code'] }).detect(image);
  return code?.rawValue;
}
