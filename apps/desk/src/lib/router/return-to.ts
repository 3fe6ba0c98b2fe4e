const key = 'deskReturnTo';

/** Remembers where the person wanted to go before they had to log in; outlives a reload. */
export function rememberReturn(address: string): void {
  try {
    sessionStorage.setItem(key, address);
  } catch {
    // Storage is blocked: they land on their first queue.
  }
}

/** Returns the remembered address once. Only the desk's own screens count. */
export function takeReturn(): string {
  try {
    const address = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    if (address && /^\/(?:complaint|staff)(?:[/?#]|$)/u.test(address)) return address;
  } catch {
    // As above.
  }
  return '/';
}
