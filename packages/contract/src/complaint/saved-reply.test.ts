import { describe, expect, it } from 'vitest';
import {
  fillPlaceholders,
  gapsIn,
  NewSavedReply,
  placeholderUnknown,
  placeholders,
  unknownPlaceholders,
} from './saved-reply.ts';

const values = {
  citizen: 'Ada Obi',
  trackingId: 'SDP-26-7F3K92',
  title: 'No {title} water',
  mda: 'Water Works',
  officer: 'Uche Ike',
  dueDate: null,
};

describe('placeholders', () => {
  it('each placeholder is filled in wherever it occurs, and values are not parsed again', () => {
    expect(fillPlaceholders('{citizen}: {title} ({ trackingId }), {citizen}', values)).toBe(
      'Ada Obi: No {title} water (SDP-26-7F3K92), Ada Obi',
    );
  });

  it('a placeholder without a value stays and is listed as a gap', () => {
    const filled = fillPlaceholders('By {dueDate}, {officer}', values);
    expect(filled).toBe('By {dueDate}, Uche Ike');
    expect(gapsIn(filled)).toEqual(['{dueDate}']);
  });

  it('dollar signs of values filled into placeholders are kept', () => {
    expect(fillPlaceholders('{title}', { ...values, title: "$& $1 $'" })).toBe("$& $1 $'");
  });

  it.each([
    ['{citzen}', ['citzen']],
    ['{Citizen} and {citizen}', ['Citizen']],
    ['{a} {a} {b}', ['a', 'b']],
    ['{constructor}', ['constructor']],
    ['{} {1} {two words} { {x', []],
  ])('a saved reply with the text %s has the unknown placeholders %j', (words, unknown) => {
    expect(unknownPlaceholders(words)).toEqual(unknown);
  });
});

it('the refusal of an unknown placeholder lists the known ones', () => {
  const result = NewSavedReply.safeParse({ title: 'Hello', text: 'Dear {name}', step: 'reply' });
  expect(result.error?.issues.map((issue) => issue.message)).toEqual([placeholderUnknown]);
  for (const name of placeholders) expect(placeholderUnknown).toContain(`{${name}}`);
});
