import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [sveltekit()],
  server: {
    port: Number(process.env['PORT'] ?? 3000),
    strictPort: true,
    // With `npm run dev` the function runs beside Vite; pages reach it under their own origin, as in production.
    proxy: { '/api': process.env['FUNCTION_ORIGIN'] ?? 'http://localhost:3000' },
  },
});
