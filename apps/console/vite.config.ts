import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** While developing, everything that isn't the console's own comes from a Hearth that runs beside it. */
const hearth = 'http://127.0.0.1:4400'
const served = [
  '/hearth',
  '/healthz',
  '/readyz',
  '/identitytoolkit.googleapis.com',
  '/securetoken.googleapis.com',
  '/v0',
  '/v1',
  '/v1alpha',
  '/emulator',
  '/google.firestore.v1.Firestore',
]

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    outDir: 'dist',
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(served.map((path) => [path, { target: hearth }])),
  },
})
