import { createServer, type Plugin } from 'vite';

/** Writes the landing screen into index.html when the portal is built; `src/main.tsx` takes it over from there. */
export function prerenderLanding(root: string): Plugin {
  return {
    name: 'prerender-landing',
    apply: 'build',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const server = await createServer({
          root,
          appType: 'custom',
          logLevel: 'error',
          server: { middlewareMode: true, ws: false },
        });
        try {
          const { renderLanding, renderMark } = await server.ssrLoadModule('/src/prerender.tsx');
          return html
            .replace('<div id="root"></div>', `<div id="root">${await renderLanding()}</div>`)
            .replace('<!-- mark -->', await renderMark());
        } finally {
          await server.close();
        }
      },
    },
  };
}
