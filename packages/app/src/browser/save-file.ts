/** Hands a file to the browser, to be saved under its name. */
export function saveFile({ fileName, blob }: { readonly fileName: string; readonly blob: Blob }): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
