let lastInput = Date.now();

if (typeof window !== 'undefined') {
  for (const name of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const) {
    window.addEventListener(name, () => (lastInput = Date.now()), { passive: true, capture: true });
  }
}

/** Marks calls sent while nobody touched the screen for a minute: polling must not keep their session alive. */
export function attendanceHeader(): Record<string, string> {
  return Date.now() - lastInput > 60_000 ? { 'x-background': '1' } : {};
}
