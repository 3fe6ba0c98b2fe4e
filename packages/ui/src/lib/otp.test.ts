import { describe, expect, it } from 'vitest';
import { eraseAt, firstEmpty, isComplete, toBoxes, toValue, typeAt, typedText } from './otp.ts';

const empty = toBoxes('', 6);

describe('the boxes of a code', () => {
  it('a code with a missing digit is read into the boxes and written back', () => {
    expect(toBoxes('12 4', 6)).toEqual(['1', '2', '', '4', '', '']);
    expect(toValue(['1', '2', '', '4', '', ''])).toBe('12 4');
    expect(toValue(empty)).toBe('');
  });

  it('a code drops characters that are no digits or exceed its length', () => {
    expect(toBoxes('1x3456789', 6)).toEqual(['1', '', '3', '4', '5', '6']);
  });

  it('the next box of a code is the first empty one', () => {
    expect(firstEmpty(empty)).toBe(0);
    expect(firstEmpty(toBoxes('12 456', 6))).toBe(2);
    expect(firstEmpty(toBoxes('123456', 6))).toBeNull();
  });

  it('a code is complete only when every box has a digit', () => {
    expect(isComplete(toBoxes('123456', 6))).toBe(true);
    expect(isComplete(toBoxes('12345', 6))).toBe(false);
    expect(isComplete(toBoxes(' 23456', 6))).toBe(false);
  });
});

describe('typing', () => {
  it('a digit typed into a box of a code moves the focus to the next box', () => {
    expect(typeAt(empty, 0, '7')).toEqual({ boxes: ['7', '', '', '', '', ''], focus: 1 });
  });

  it('typing in the last box of a code leaves the focus there', () => {
    expect(typeAt(toBoxes('12345', 6), 5, '6')?.focus).toBe(5);
  });

  it('a box of a code refuses letters, spaces and signs', () => {
    for (const text of ['a', ' ', '-', '²', '']) expect(typeAt(empty, 2, text)).toBeNull();
  });

  it('a code accepts digits of Arabic and Persian keyboards', () => {
    expect(toValue(typeAt(empty, 0, '١٢٣٤٥٦')?.boxes ?? [])).toBe('123456');
    expect(toValue(typeAt(empty, 0, '۱۲۳۴۵۶')?.boxes ?? [])).toBe('123456');
  });

  it('a new digit replaces the one in its box of a code', () => {
    expect(typedText('3', '37')).toBe('7');
    expect(typedText('3', '73')).toBe('7');
    expect(typedText('3', '33')).toBe('3');
    expect(typedText('', '5')).toBe('5');
    expect(typedText('3', '123456')).toBe('123456');
  });
});

describe('pasting', () => {
  it('a whole pasted code fills all boxes from the first', () => {
    for (const text of ['123456', '123 456', '123-456', ' 1 2 3 4 5 6\n', 'Your code: 123456.']) {
      const next = typeAt(toBoxes('9', 6), 4, text);
      expect(toValue(next?.boxes ?? [])).toBe('123456');
      expect(next?.focus).toBe(5);
    }
  });

  it('a pasted code is cut to six digits', () => {
    expect(toValue(typeAt(empty, 0, '12345678')?.boxes ?? [])).toBe('123456');
  });

  it('pasting part of a code fills the boxes from the focused one', () => {
    expect(typeAt(toBoxes('12', 6), 2, '34')).toEqual({ boxes: ['1', '2', '3', '4', '', ''], focus: 4 });
  });
});

describe('Backspace', () => {
  it('Backspace clears a full box and stays', () => {
    expect(eraseAt(toBoxes('123', 6), 2)).toEqual({ boxes: ['1', '2', '', '', '', ''], focus: 2 });
  });

  it('Backspace moves back from an empty box without clearing, and stops at the first', () => {
    expect(eraseAt(toBoxes('12', 6), 2)).toEqual({ boxes: toBoxes('12', 6), focus: 1 });
    expect(eraseAt(empty, 0)).toEqual({ boxes: empty, focus: 0 });
  });
});
