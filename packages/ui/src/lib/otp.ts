import { asciiDigits } from '@baraza/contract';

/** The boxes of a one-time code: '' is an empty one. Digits only, one per box. */
export type Boxes = string[];

/** Digits of other scripts count too; the code itself is always 0-9. */
const digitsIn = (text: string): string => asciiDigits(text).replace(/\D/g, '');

/** A value ("12 4": a space is an empty box) as boxes. */
export function toBoxes(value: string, length: number): Boxes {
  return Array.from({ length }, (_, i) => (/\d/.test(value[i] ?? '') ? (value[i] ?? '') : ''));
}

/** The boxes as a value; trailing empty boxes are left out. */
export function toValue(boxes: Boxes): string {
  return boxes
    .map((box) => box || ' ')
    .join('')
    .trimEnd();
}

/** Whether every box holds a digit. */
export function isComplete(boxes: Boxes): boolean {
  return boxes.every(Boolean);
}

/** The box to write in next: the first empty one, or null when all are full. */
export function firstEmpty(boxes: Boxes): number | null {
  const at = boxes.indexOf('');
  return at < 0 ? null : at;
}

/** Types or pastes at a box; a whole code is spread from the first box. Returns null when there is no digit. */
export function typeAt(boxes: Boxes, at: number, text: string): { boxes: Boxes; focus: number } | null {
  const digits = digitsIn(text);
  if (!digits) return null;
  const start = digits.length >= boxes.length ? 0 : at;
  const next = boxes.map((box, i) => digits[i - start] ?? box);
  return { boxes: next, focus: Math.min(start + digits.length, boxes.length - 1) };
}

/** Backspace: clears a full box and stays; on an empty one moves back. */
export function eraseAt(boxes: Boxes, at: number): { boxes: Boxes; focus: number } {
  if (boxes[at]) return { boxes: boxes.map((box, i) => (i === at ? '' : box)), focus: at };
  return { boxes, focus: Math.max(0, at - 1) };
}

/** The newly typed digits of a box that may hold one. "3" became "37" or "73". */
export function typedText(before: string, now: string): string {
  return before && now.length === 2 ? now.replace(before, '') : now;
}
