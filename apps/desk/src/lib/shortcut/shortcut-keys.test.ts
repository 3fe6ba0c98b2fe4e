import { describe, expect, it } from 'vitest';
import { createKeyReader, keyName } from './shortcut-keys.ts';

const press = (key: string, code = '', more = {}) => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
});

describe('single keys', () => {
  it('are letters whatever the case, signs as they are', () => {
    expect(keyName(press('j'))).toBe('j');
    expect(keyName(press('J'))).toBe('j');
    expect(keyName(press('?'))).toBe('?');
    expect(keyName(press('Escape'))).toBe('Escape');
  });

  it('are found by their place on keyboards with other letters', () => {
    expect(keyName(press('ت', 'KeyJ'))).toBe('j');
    expect(keyName(press('ሀ', 'Digit1'))).toBeNull();
  });

  it('leave the combinations to the browser', () => {
    for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }]) {
      expect(keyName(press('r', 'KeyR', more))).toBeNull();
    }
  });
});

describe('pairs', () => {
  it('begin with g and end with the next key', () => {
    const read = createKeyReader();
    expect(read('g', 0)).toBe('g');
    expect(read('m', 400)).toBe('g m');
    expect(read('m', 500)).toBe('m');
  });

  it('lapse after a while', () => {
    const read = createKeyReader();
    read('g', 0);
    expect(read('m', 1501)).toBe('m');
  });

  it('are two keys, not three', () => {
    const read = createKeyReader();
    read('g', 0);
    expect(read('g', 100)).toBe('g g');
    expect(read('m', 200)).toBe('m');
  });
});
