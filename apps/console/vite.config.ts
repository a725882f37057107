import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

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

/** What two libraries do to insert a `<style>`, which the page's policy allows nobody, and what they do instead. */
const insertions = [
  // The toasts' styles come with app/styles.css.
  { file: 'sonner/dist/index.mjs', from: 'function __insertCSS(code) {', to: 'function __insertCSS(code) { return;' },
  // The editor's go into a constructed style sheet, as they do in a shadow root.
  { file: 'style-mod/src/style-mod.js', from: '!root.head && root.adoptedStyleSheets', to: 'root.adoptedStyleSheets' },
]

const withoutInsertedStyles: Plugin = {
  name: 'without-inserted-styles',
  transform(code, id) {
    const insertion = insertions.find(({ file }) => id.includes(`/node_modules/${file}`))
    if (insertion === undefined) return undefined
    if (!code.includes(insertion.from)) this.error(`${insertion.file} inserts its styles in another way now`)
    return { code: code.replace(insertion.from, insertion.to), map: null }
  },
}

export default defineConfig({
  plugins: [react(), tailwindcss(), withoutInsertedStyles],
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
