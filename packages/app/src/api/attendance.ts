let lastInput = Date.now();

if (typeof window !== 'undefined') {
  for (const name of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const) {
    window.addEventListener(name, () => (lastInput = Date.now()), { passive: true, capture: true });
  }
}

/** Marks calls sent after a minute without input: polling must not keep a session alive. */
export function attendanceHeader(): Record<string, string> {
  return Date.now() - lastInput > 60_000 ? { 'x-background': '1' } : {};
}
