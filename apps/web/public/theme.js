// Runs before the first paint. Choices are kept in cookies, which outlive the emptying of storage at logout.
(function () {
  var choice = (/(?:^|; )theme=(light|dark)/.exec(document.cookie) || [])[1];
  var dark = choice ? choice === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  var root = document.documentElement;
  root.dataset.theme = dark ? 'dark' : 'light';
  document.querySelector('meta[name="theme-color"]').content = dark ? '#0d1423' : '#f5f3ee';
  // Until somebody chooses a language, it is the first of those of the browser that there is.
  var known = /^(?:en|fr|ar|ha|ig|sw|yo)(?![a-z])/;
  var wanted = [(/(?:^|; )language=([a-z]{2})/.exec(document.cookie) || [])[1]].concat(navigator.languages);
  var found = wanted.find(function (tag) {
    return known.test(tag);
  });
  root.lang = found ? found.slice(0, 2) : 'en';
  root.dir = root.lang === 'ar' ? 'rtl' : 'ltr';
  // The landing screen stands ready in the page, in English; anywhere else it must not flash up.
  if (location.pathname !== '/' || root.lang !== 'en') root.dataset.screen = 'app';
})();
