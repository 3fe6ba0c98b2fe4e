import type { Plugin } from 'vite';

/** Preloads the one font file that the first view needs, under its hashed name. */
export function preloadFont(name: string): Plugin {
  let base = '/';
  return {
    name: 'preload-font',
    apply: 'build',
    configResolved: (config) => {
      base = config.base;
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => file.endsWith('.woff2') && file.includes(name))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `${base}${file}` },
            injectTo: 'head-prepend' as const,
          })),
    },
  };
}
