// Runs before the first paint. Choices are kept in cookies, which outlive the emptying of storage at logout;
// portal and desk share them.
(function () {
  var choice = (/(?:^|; )theme=(light|dark)/.exec(document.cookie) || [])[1];
  var dark = choice ? choice === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  // Until somebody chooses a language, the browser's decides.
  var wanted = (/(?:^|; )language=([a-z]{2})/.exec(document.cookie) || [])[1] || navigator.language;
  document.documentElement.lang = /^fr(?![a-z])/.test(wanted) ? 'fr' : 'en';
  document.querySelector('meta[name="theme-color"]').content = dark ? '#1a2a52' : '#14213f';
})();
