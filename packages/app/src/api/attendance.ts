let lastInput = Date.now();

if (typeof window !== 'undefined') {
  for (const name of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const) {
    window.addEventListener(name, () => (lastInput = Date.now()), { passive: true, capture: true });
  }
}

/**
 * Marks calls sent while nobody has touched the screen for a minute. Polling then does not keep the session of somebody alive
 * who has left the desk.
 */
export function attendanceHeader(): Record<string, string> {
  return Date.now() - lastInput > 60_000 ? { 'x-unattended': '1' } : {};
}
