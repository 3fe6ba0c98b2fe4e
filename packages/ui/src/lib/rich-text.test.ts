import { describe, expect, it } from 'vitest';
import { normaliseHtml, plainText, renameTags, safeHref } from './rich-text.ts';

describe('one name for each meaning', () => {
  it('tags of the editor are renamed to strong, em, s, u and p', () => {
    expect(renameTags('<div><b>a</b><i>b</i><strike>c</strike><del>d</del><ins>e</ins></div>')).toBe(
      '<p><strong>a</strong><em>b</em><s>c</s><s>d</s><u>e</u></p>',
    );
  });

  it('tags that only begin like renamed ones are kept', () => {
    expect(renameTags('<br><blink>x</blink><insert>')).toBe('<br><blink>x</blink><insert>');
  });

  it('renaming tags leaves the text unchanged', () => {
    expect(renameTags('<p>a &lt;b&gt; c</p>')).toBe('<p>a &lt;b&gt; c</p>');
  });
});

describe('an editor without text', () => {
  it('an editor without text sends nothing', () => {
    for (const html of [
      '',
      '<p><br></p>',
      '<p>&nbsp; </p>',
      '<ul><li><br></li></ul>',
      '<p>\u200b</p>',
      '<p> </p><p></p>',
    ]) {
      expect(normaliseHtml(html)).toBe('');
    }
  });

  it('the editor drops empty lines at the end and keeps those in between', () => {
    expect(normaliseHtml('<p>a</p><p><br></p><p>b</p><p><br></p><p> <br/></p>')).toBe('<p>a</p><p><br></p><p>b</p>');
  });

  it('an editor with a single character sends it', () => {
    expect(normaliseHtml('<p>&amp;</p>')).toBe('<p>&amp;</p>');
    expect(normaliseHtml('<p><b>.</b></p>')).toBe('<p><strong>.</strong></p>');
  });
});

it('the characters of a rich text are counted without tags and entities', () => {
  expect(plainText('<p>a &amp; <b>b</b></p>')).toBe('a & b');
  expect(plainText('<p>&lt;i&gt;&nbsp;&amp;lt; &#8217;&constructor;</p>')).toBe('<i> &lt; ··');
  expect(plainText('<p>one</p><p>two</p>')).toBe('one\ntwo');
});

describe('links', () => {
  it('a link accepts web, mail and telephone addresses', () => {
    expect(safeHref('https://example.org/a?b=c')).toBe('https://example.org/a?b=c');
    expect(safeHref('http://example.org')).toBe('http://example.org/');
    expect(safeHref('mailto:a@example.org')).toBe('mailto:a@example.org');
    expect(safeHref('tel:+234800')).toBe('tel:+234800');
  });

  it('a link typed without its scheme gets one', () => {
    expect(safeHref(' example.org/page ')).toBe('https://example.org/page');
    expect(safeHref('example.org:8080/x')).toBe('https://example.org:8080/x');
    expect(safeHref('amina@example.org')).toBe('mailto:amina@example.org');
    expect(safeHref('amina@example.org/page')).toBe('https://amina@example.org/page');
    expect(safeHref('+234 (0) 800-123')).toBe('tel:+2340800123');
  });

  it('a link refuses addresses that run code', () => {
    const bad = [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'java\tscript:alert(1)',
      ' javascript:alert(1)',
      'data:text/html,<script>1</script>',
      'vbscript:x',
      'file:///etc/passwd',
      'ftp://example.org',
      'blob:https://example.org/1',
      '//',
      'https://',
      'mailto:',
      'tel:',
      'no address at all',
      'word',
      '',
    ];
    expect(bad.filter((typed) => safeHref(typed) !== null)).toEqual([]);
  });
});
