import { asciiDigits } from '@baraza/contract';

/** The boxes of a one-time code: '' is an empty one. Digits only, one per box. */
export type Boxes = string[];

/** Accepts digits of other scripts too; the code itself is always 0-9. */
const digitsIn = (text: string): string => asciiDigits(text).replace(/\D/g, '');

/** Converts a value ("12 4": a space is an empty box) into boxes. */
export function toBoxes(value: string, length: number): Boxes {
  return Array.from({ length }, (_, i) => (/\d/.test(value[i] ?? '') ? (value[i] ?? '') : ''));
}

/** Converts boxes into a value, without trailing empty boxes. */
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

/** Returns the first empty box, or null if all are full. */
export function firstEmpty(boxes: Boxes): number | null {
  const at = boxes.indexOf('');
  return at < 0 ? null : at;
}

/** Types or pastes at a box; a whole code fills all boxes from the first. Returns null without a digit. */
export function typeAt(boxes: Boxes, at: number, text: string): { boxes: Boxes; focus: number } | null {
  const digits = digitsIn(text);
  if (!digits) return null;
  const start = digits.length >= boxes.length ? 0 : at;
  const next = boxes.map((box, i) => digits[i - start] ?? box);
  return { boxes: next, focus: Math.min(start + digits.length, boxes.length - 1) };
}

/** Handles Backspace: clears a full box, or moves back from an empty one. */
export function eraseAt(boxes: Boxes, at: number): { boxes: Boxes; focus: number } {
  if (boxes[at]) return { boxes: boxes.map((box, i) => (i === at ? '' : box)), focus: at };
  return { boxes, focus: Math.max(0, at - 1) };
}

/** Returns the newly typed digits of a box that had one: "3" became "37" or "73". */
export function typedText(before: string, now: string): string {
  return before && now.length === 2 ? now.replace(before, '') : now;
}
