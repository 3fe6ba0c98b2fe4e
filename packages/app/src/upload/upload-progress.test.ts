import { describe, expect, it } from 'vitest';
import { percentsSent } from './use-upload.ts';

describe('progress of an upload', () => {
  it('fills the files one after another, after the fields', () => {
    expect(percentsSent([100, 200], 0, 320)).toEqual([0, 0]);
    expect(percentsSent([100, 200], 20, 320)).toEqual([0, 0]);
    expect(percentsSent([100, 200], 70, 320)).toEqual([50, 0]);
    expect(percentsSent([100, 200], 170, 320)).toEqual([100, 25]);
    expect(percentsSent([100, 200], 320, 320)).toEqual([100, 100]);
  });

  it('tells whole percents, and never more than a file holds', () => {
    expect(percentsSent([300], 299, 300)).toEqual([99]);
    expect(percentsSent([100], 999, 120)).toEqual([100]);
    expect(percentsSent([0], 20, 20)).toEqual([100]);
  });
});
