// Rules that hold in all kinds of files in `deploy`.

/** An image without a version is another one tomorrow. */
export function imageFaults(image, where) {
  const tag = /:([^/:@]+)(@sha256:[0-9a-f]{64})?$/.exec(image ?? '')?.[1];
  const isPinned = tag !== undefined && /\d/.test(tag) && tag !== 'latest';
  return isPinned ? [] : [`${where} has an image without a version: ${image}`];
}

/** Names under which a secret stands. */
export const secretName = /(PASSWORD|SECRET|_KEY|TOKEN|ACCESS_KEY_ID)/;
