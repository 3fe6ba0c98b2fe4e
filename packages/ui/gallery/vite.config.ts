import { pagePolicy } from '@baraza/contract/core/page-policy';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  build: { outDir: 'dist', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { host: '127.0.0.1', port: 3120 },
  // The policy the apps are served with: what does not work under it must show here first.
  preview: { host: '127.0.0.1', port: 3120, headers: { 'Content-Security-Policy': pagePolicy } },
});
