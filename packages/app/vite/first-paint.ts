import type { Plugin } from 'vite';

/** Fetches what the first paint needs before the app's code: the styles, and the one font file of the first view. */
export function firstPaint(font: string): Plugin {
  let base = '/';
  return {
    name: 'first-paint',
    apply: 'build',
    configResolved: (config) => {
      base = config.base;
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => ({
        html: html.replace('<script type="module"', '$& fetchpriority="low"'),
        tags: Object.keys(bundle)
          .filter((file) => file.endsWith('.woff2') && file.includes(font))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `${base}${file}` },
            injectTo: 'head-prepend' as const,
          })),
      }),
    },
  };
}
