import { describe, expect, it } from 'vitest';
import { draftKey, parseDraft, toDraft, type DraftContent } from './draft-store.ts';

const blank = { title: '', description: '', location: '' };
const now = new Date('2024-05-08T10:42:00Z');
const photo = { name: 'queue.jpg', blob: new Blob(['jpg'], { type: 'image/jpeg' }) };
const full: DraftContent = {
  values: { title: 'Passport', description: '<p>Six <strong>weeks</strong></p>', location: '' },
  files: [photo],
  recording: { blob: new Blob(['RIFF'], { type: 'audio/wav' }), seconds: 42 },
  submissionKey: 'key-1',
};

describe('draft', () => {
  it('a draft is restored from storage unchanged, with its files and recording', () => {
    const stored = structuredClone(toDraft(full, now));
    const draft = parseDraft(stored, blank);
    expect(draft).toMatchObject({ savedAt: '2024-05-08T10:42:00.000Z', values: full.values, submissionKey: 'key-1' });
    expect(draft?.files[0]).toMatchObject({ name: 'queue.jpg' });
    expect(draft?.files[0]?.blob.size).toBe(3);
    expect(draft?.recording?.seconds).toBe(42);
  });

  it('an empty form makes no draft', () => {
    expect(
      toDraft({ values: { ...blank, title: '  ' }, files: [], recording: null, submissionKey: null }, now),
    ).toBeNull();
    expect(toDraft({ values: blank, files: [photo], recording: null, submissionKey: null }, now)).not.toBeNull();
    expect(toDraft({ ...full, values: blank, files: [] }, now)).not.toBeNull();
  });

  it('a restored draft drops fields the form no longer has and leaves new ones empty', () => {
    const stored = { ...toDraft(full, now), values: { title: 'Kept', gone: 'x' } };
    expect(parseDraft(stored, blank)?.values).toEqual({ title: 'Kept', description: '', location: '' });
  });

  it('a missing draft, or one of another version, is read as null', () => {
    expect(parseDraft(undefined, blank)).toBeNull();
    expect(parseDraft({ ...toDraft(full, now), version: 0 }, blank)).toBeNull();
  });

  it('drafts are stored apart for each person and form', () => {
    expect(draftKey('complaint', 'p1')).not.toBe(draftKey('complaint', 'p2'));
    expect(draftKey('complaint', 'p1')).not.toBe(draftKey('feedback', 'p1'));
  });
});
