let lastInput = Date.now();

if (typeof window !== 'undefined') {
  for (const name of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const) {
    window.addEventListener(name, () => (lastInput = Date.now()), { passive: true, capture: true });
  }
}

/**
 * Lists and counts are asked for again by themselves. Calls that go out while nobody has touched the screen for a minute say so:
 * they do not keep the session of somebody who left the desk alive.
 */
export function attendanceHeader(): Record<string, string> {
  return Date.now() - lastInput > 60_000 ? { 'x-unattended': '1' } : {};
}
