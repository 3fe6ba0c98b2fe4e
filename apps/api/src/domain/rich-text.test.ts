import { describe, expect, it } from 'vitest';
import { cleanHtml, htmlToText } from './description.ts';

const link = (href: string, text: string) =>
  `<a href="${href}" rel="noopener noreferrer nofollow" target="_blank">${text}</a>`;

describe('HTML of the editor', () => {
  it.each([
    ['<p>One <strong>two</strong> <em>three</em> <u>four</u> <s>five</s><br />six</p>'],
    ['<ol><li>one</li></ol><ul><li>two</li></ul>'],
    [
      `<p>${link('https://town.example/a?b=1', 'a page')} ${link('mailto:a@b.example', 'mail')} ${link('tel:+234800', 'call')}</p>`,
    ],
  ])('cleaning keeps the HTML %s', (html) => {
    expect(cleanHtml(html)).toBe(html);
  });

  it.each([
    ['<b>a</b><i>b</i><strike>c</strike><del>d</del>', '<strong>a</strong><em>b</em><s>c</s><s>d</s>'],
    ['<p style="color:red" class="x" onclick="x()">a</p>', '<p>a</p>'],
    ['<script>alert(1)</script><p>a</p>', '<p>a</p>'],
    ['<img src=x onerror=alert(1)>a', 'a'],
    ['<a href="javascript:alert(1)">a</a>', '<a rel="noopener noreferrer nofollow" target="_blank">a</a>'],
    ['<a href="JaVa\tScript:alert(1)">a</a>', '<a rel="noopener noreferrer nofollow" target="_blank">a</a>'],
    ['<a href="data:text/html,x">a</a>', '<a rel="noopener noreferrer nofollow" target="_blank">a</a>'],
    ['<a href="//evil.example">a</a>', '<a rel="noopener noreferrer nofollow" target="_blank">a</a>'],
    ...['page', '/api/docs', '?a=b', '#main', '\u00A0javascript:x', '&#x1F;javascript:x', 'ftp://x.example'].map(
      (href) => [`<a href="${href}">a</a>`, '<a rel="noopener noreferrer nofollow" target="_blank">a</a>'],
    ),
    ['<a href="https://x.example" target="_self" rel="opener">a</a>', link('https://x.example', 'a')],
    ['<svg><p>a</p></svg><math><mi>b</mi></math>', '<p>a</p>b'],
    ['<h1>a</h1><table><tr><td>b</td></tr></table>', 'ab'],
    ['<iframe src="https://x"></iframe><style>p{}</style><textarea>x</textarea>', ''],
    ['<p>a', '<p>a</p>'],
    ['a < b & c', 'a &lt; b &amp; c'],
    ['<!-- x --><p>a</p>', '<p>a</p>'],
  ])('cleaning turns the HTML %s into %s', (html, clean) => {
    expect(cleanHtml(html)).toBe(clean);
  });

  it('plain paragraphs of HTML are kept just as the sanitiser would keep them', () => {
    const parts = [
      '<p>',
      '</p>',
      '<strong>',
      '</strong>',
      '<em>',
      '</em>',
      '<br />',
      '<br>',
      'a "b"',
      '&amp;',
      '\u00A0',
      '\r\n',
    ];
    for (let seed = 1; seed <= 3_000; seed += 1) {
      const part = (at: number) => parts[Math.floor(Math.abs(Math.sin(seed * 97 + at) * 1e6)) % parts.length];
      const html = `<p>${Array.from({ length: seed % 9 }, (_, at) => part(at)).join('')}</p>`;
      // A space before it leaves it to the sanitiser, and is trimmed.
      expect(cleanHtml(html)).toBe(cleanHtml(` ${html}`));
    }
  });

  it('cleaning HTML a second time changes nothing', () => {
    const once = cleanHtml('<p>a &amp;lt;script&amp;gt; <b>b</b><a href="http://x.example/?a=1&b=2">c</a></p>');
    expect(cleanHtml(once)).toBe(once);
  });
});

describe('its text', () => {
  it.each([
    ['<p>One</p><p>two<br>three</p>', 'One\ntwo\nthree'],
    ['<ul><li>one</li><li>two</li></ul>', '• one\n• two'],
    ['<p>a &lt; b &amp;amp; c&nbsp;d</p>', 'a < b &amp; c d'],
    ['<p><strong>bold</strong> word</p>', 'bold word'],
    ['<script>alert(1)</script>', ''],
    ['<a href="https://x.example/?a>b">c</a> > d<b', 'c > d'],
  ])('the text of the HTML %s is %j', (html, text) => {
    expect(htmlToText(cleanHtml(html))).toBe(text);
  });
});
