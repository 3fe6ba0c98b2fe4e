import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fixture } from './portal.ts';

/*
 * Texts that try to become programs. Three collections: the public Big List of Naughty Strings, the word lists of Debian's package
 * `wfuzz` where that is installed (`npm test` does), and every event handler of the HTML standard on what carries it, with the tricks
 * that the public cheat sheets know. `xssRan` tells that one did.
 */

const run = 'xssRan(1)';

/** The handler attributes of the HTML standard, of pointers, touch, animation and of old browsers. */
const handlers =
  `abort afterprint animationcancel animationend animationiteration animationstart auxclick beforecopy beforecut
  beforeinput beforematch beforepaste beforeprint beforetoggle beforeunload blur bounce cancel canplay canplaythrough change click
  close command contextlost contextmenu contextrestored copy cuechange cut dblclick drag dragend dragenter dragexit dragleave dragover
  dragstart drop durationchange emptied ended error finish focus focusin focusout formdata fullscreenchange gotpointercapture
  hashchange input invalid keydown keypress keyup languagechange load loadeddata loadedmetadata loadstart lostpointercapture
  message mousedown mouseenter mouseleave mousemove mouseout mouseover mouseup mousewheel offline online pagehide pagereveal
  pageshow paste pause play playing pointercancel pointerdown pointerenter pointerleave pointermove pointerout pointerover
  pointerrawupdate pointerup popstate progress ratechange readystatechange reset resize scroll scrollend search
  securitypolicyviolation seeked seeking select selectionchange selectstart slotchange stalled start storage submit suspend
  timeupdate toggle touchcancel touchend touchmove touchstart transitioncancel transitionend transitionrun transitionstart
  unhandledrejection unload volumechange waiting webkitanimationend webkittransitionend wheel`.split(/\s+/u);

/** What carries a handler: as much as possible that fires without a person. */
const carriers = [
  (on: string) => `<img src=x on${on}="${run}">`,
  (on: string) => `<svg on${on}=${run}>`,
  (on: string) => `<details open on${on}="${run}"><summary>x</summary></details>`,
  (on: string) => `<input autofocus tabindex=1 on${on}='${run}'>`,
  (on: string) =>
    `<a href="https://portal.example" id=x tabindex=1 style="animation:x 1ms" ON${on.toUpperCase()}="${run}">x</a>`,
  (on: string) => `"><video autoplay src=data:, on${on}=${run}><source on${on}=${run}></video>`,
  (on: string) => `<p title="x"on${on}="${run}"/**/>x</p>`,
];

const addresses = [
  `javascript:${run}`,
  `JaVaScRiPt:${run}`,
  `java\tscript:${run}`,
  `java\nscript:${run}`,
  ` javascript:${run}`,
  `\u0001javascript:${run}`,
  `&#106;avascript:${run}`,
  `&#x6A&#x61vascript&colon;${run}`,
  `javascript&Tab;:${run}`,
  `vbscript:${run}`,
  `data:text/html,<script>parent.${run}</script>`,
  `data:text/html;base64,PHNjcmlwdD5wYXJlbnQueHNzUmFuKDEpPC9zY3JpcHQ+`,
  `data:image/svg+xml,<svg onload='${run}' xmlns='http://www.w3.org/2000/svg'/>`,
  `https://outside.example/x.js`,
  `//outside.example/x`,
];

/** What takes an address. */
const holders = [
  (it: string) => `<a href="${it}">x</a>`,
  (it: string) => `<iframe src="${it}"></iframe>`,
  (it: string) => `<embed src="${it}">`,
  (it: string) => `<object data="${it}"></object>`,
  (it: string) => `<form action="${it}"><button autofocus>x</button></form>`,
  (it: string) => `<button form=f formaction="${it}">x</button>`,
  (it: string) => `<script src="${it}"></script>`,
  (it: string) => `<base href="${it}">`,
  (it: string) => `<link rel=stylesheet href="${it}">`,
  (it: string) => `<link rel=prefetch href="${it}">`,
  (it: string) => `<img src="${it}" srcset="${it} 2x">`,
  (it: string) => `<video src="${it}" poster="${it}"></video>`,
  (it: string) => `<svg><a xlink:href="${it}"><text x=9 y=9>x</text></a></svg>`,
  (it: string) => `<svg><use href="${it}"/><image href="${it}"/></svg>`,
  (it: string) => `<math href="${it}"><mi xlink:href="${it}">x</mi></math>`,
  (it: string) => `<div style="background:url('${it}')">x</div>`,
  (it: string) => `<style>@import "${it}";*{background:url(${it})}</style>`,
  (it: string) => `<meta http-equiv=refresh content="0;url=${it}">`,
  (it: string) => `<body background="${it}"><table background="${it}">`,
  (it: string) => `<svg><animate href=#x attributeName=href values="${it}"/><a id=x><text y=9>x</text></a></svg>`,
];

/** Against filters and sanitisers, some of which they got past. */
const tricks = [
  `<script>${run}</script>`,
  `<ScRiPt>${run}</sCrIpT>`,
  `<<script>script>${run}<</script>/script>`,
  `<script/x>${run}</script>`,
  `</textarea></title></style></noscript></script><script>${run}</script>`,
  `--><script>${run}</script><!--`,
  `]]><script>${run}</script>`,
  `<svg><script>${run}</script></svg>`,
  `<svg><script href="data:,${run}"/></svg>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${run}&gt;">`,
  `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${run}>`,
  `<svg></p><style><a id="</style><img src=1 onerror=${run}>">`,
  `<noscript><p title="</noscript><img src=x onerror=${run}>">`,
  `<template><img src=x onerror=${run}></template>`,
  `<template shadowrootmode=open><img src=x onerror=${run}></template>`,
  `<iframe srcdoc="<script>parent.${run}</script>"></iframe>`,
  `<iframe srcdoc="&lt;img src=x onerror=parent.${run}&gt;"></iframe>`,
  `<select><template><svg onload=${run}></template></select>`,
  `<xmp><p title="</xmp><img src=x onerror=${run}>">`,
  `<img src=x:x onerror\u000b=${run}>`,
  `<img/src=x/onerror=${run}>`,
  `<img src=x onerror=\`${run}\`>`,
  `<img """><script>${run}</script>">`,
  `<a href="x"onclick=${run} autofocus onfocus=${run}>x</a>`,
  `<p id="<img src=x onerror=${run}>">x</p>`,
  `<p><style><p title="</style><img src=x onerror=${run}>">`,
  `&lt;img src=x onerror=${run}&gt;`,
  `&amp;lt;script&amp;gt;${run}&amp;lt;/script&amp;gt;`,
  `\\u003cimg src=x onerror=${run}\\u003e`,
  `{{constructor.constructor('${run}')()}}`,
  '${xssRan(1)}',
  `';${run};//`,
  `";${run};//`,
  `*/${run}/*`,
  `<!--[if gte IE 4]><script>${run}</script><![endif]-->`,
  `<?xml version="1.0"?><script>${run}</script>`,
  `<ul><li onclick=${run}><b onmouseover=${run} style=position:fixed;inset:0>x</b></li></ul>`,
  `<strong contenteditable autofocus onfocus=${run}>x</strong>`,
  `<div id=x popover onbeforetoggle=${run}>x</div><button popovertarget=x autofocus>x</button>`,
  `<dialog open oncancel=${run}><form method=dialog></form></dialog>`,
  `<audio src=x onerror=${run}><track src=x onerror=${run}>`,
  `<marquee onstart=${run}>x</marquee>`,
  `<isindex type=image src=x onerror=${run}>`,
  `<plaintext><img src=x onerror=${run}>`,
];

const debianFolder = '/usr/share/wfuzz/wordlist/Injections';

/** The lists of Debian for whatever interprets a text; none where they are not installed. They are not ours to carry along. */
function debianPayloads(): string[] {
  return ['XSS.txt', 'XML.txt', 'All_attack.txt']
    .map((name) => path.join(debianFolder, name))
    .filter((file) => existsSync(file))
    .flatMap((file) => readFileSync(file, 'latin1').split(/\r?\n/u));
}

/** At least a thousand of them, none twice. */
function xssPayloads(): string[] {
  const naughty = JSON.parse(readFileSync(fixture('naughty-strings.json'), 'utf8')) as string[];
  const all = [
    ...tricks,
    ...holders.flatMap((holder) => addresses.map(holder)),
    ...carriers.flatMap((carrier) => handlers.map(carrier)),
    ...[...naughty, ...debianPayloads()].filter((it) => it !== ''),
  ];
  // PostgreSQL keeps no NUL; a lone surrogate is no text.
  const texts = [...new Set(all.map((it) => it.replaceAll('\0', '').toWellFormed()))];
  // Nothing closes a <plaintext>: behind it the others would be hidden.
  const last = (it: string) => Number(it.includes('<plaintext'));
  return texts.toSorted((one, other) => last(one) - last(other));
}

/** The same, each with its own number in the place of the one by which it tells that it ran. */
export const numberedPayloads = () => xssPayloads().map((it, index) => it.replaceAll('xssRan(1)', `xssRan(${index})`));
