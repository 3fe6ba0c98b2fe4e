/** Limit of characters read from one inflated stream. */
const most = 1_000_000;

/** Reads the text of a PDF. Some browsers compress links too, so its streams are inflated. */
export async function textOfPdf(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  // One character for each byte, so that positions are the same in both.
  const plain = new TextDecoder('latin1').decode(bytes);
  const texts = [plain];
  for (const { index, 0: head } of plain.matchAll(/\bstream\r?\n/gu)) {
    const start = index + head.length;
    texts.push(await inflate(bytes.subarray(start, plain.indexOf('endstream', start))));
  }
  return texts.join('\n');
}

/** Inflates as much as possible: a line break may follow the data, and other streams are pictures. */
async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
  const decoder = new TextDecoder('latin1');
  let text = '';
  try {
    while (text.length < most) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value);
    }
    await reader.cancel();
  } catch {
    // The part inflated so far is used.
  }
  return text;
}
