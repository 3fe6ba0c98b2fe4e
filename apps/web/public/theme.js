// Runs before the first paint. The choice is kept in a cookie, which outlives the emptying of storage at logout.
(function () {
  var choice = (/(?:^|; )theme=(light|dark)/.exec(document.cookie) || [])[1];
  var dark = choice ? choice === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  var root = document.documentElement;
  root.dataset.theme = dark ? 'dark' : 'light';
  document.querySelector('meta[name="theme-color"]').content = dark ? '#0d1423' : '#f5f3ee';
  // The landing screen stands ready in the page; on any other address it must not flash up.
  if (location.pathname !== '/') root.dataset.screen = 'app';
})();
