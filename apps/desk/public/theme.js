// Runs before the first paint. The choice is kept in a cookie, which outlives the emptying of storage at logout;
// portal and desk share it.
(function () {
  var choice = (/(?:^|; )theme=(light|dark)/.exec(document.cookie) || [])[1];
  var dark = choice ? choice === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  document.querySelector('meta[name="theme-color"]').content = dark ? '#1a2a52' : '#14213f';
})();
