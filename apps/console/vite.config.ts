import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { Chunks } from './chunks.ts'

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

const sonnersBlur = `!event.currentTarget.contains(event.relatedTarget)) {
                    isFocusWithinRef.current = false;`

/** What two libraries do that our page must not, and what they do instead: `<style>` elements are allowed nobody by its policy. */
const changes = [
  // The toasts' styles come with app/styles.css.
  { file: 'sonner/dist/index.mjs', from: 'function __insertCSS(code) {', to: 'function __insertCSS(code) { return;' },
  // Tab behind the last toast would lead back to where it came from, and so never past a toast that stays. Only a toast that goes gives the focus back.
  {
    file: 'sonner/dist/index.mjs',
    from: sonnersBlur,
    to: `${sonnersBlur}
                    if (event.target.closest('[data-removed="false"]')) lastFocusedElementRef.current = null;`,
  },
  // The editor's go into a constructed style sheet, as they do in a shadow root.
  { file: 'style-mod/src/style-mod.js', from: '!root.head && root.adoptedStyleSheets', to: 'root.adoptedStyleSheets' },
]

const withChangedLibraries: Plugin = {
  name: 'with-changed-libraries',
  transform(code, id) {
    const due = changes.filter(({ file }) => id.includes(`/node_modules/${file}`))
    if (due.length === 0) return undefined
    let changed = code
    for (const { file, from, to } of due) {
      if (!changed.includes(from)) this.error(`${file} has no “${from}” any more`)
      changed = changed.replace(from, to)
    }
    return { code: changed, map: null }
  },
}

let chunks: Chunks | undefined
const nameChunk = (id: string, context: Pick<Rolldown.PluginContext, 'getModuleInfo'>): string | null =>
  (chunks ??= new Chunks((of) => context.getModuleInfo(of), join(import.meta.dirname, 'src'))).nameOf(id)

const workerFile = 'service-worker.js'

/** Tells the service worker which files the page consists of. */
const withNamesOfFiles: Plugin = {
  name: 'with-names-of-files',
  enforce: 'post',
  generateBundle(_options, bundle) {
    const worker = bundle[workerFile]
    if (worker?.type !== 'chunk') return this.error(`the build has no ${workerFile}`)
    if (worker.imports.length > 0) this.error(`${workerFile} has to stand alone`)
    const built = Object.keys(bundle).filter((file) => file !== workerFile && !file.endsWith('.map'))
    const unhashed = readdirSync('public')
    const files = [...new Set([...built, 'index.html', ...unhashed])].map((file) => `/${file}`).toSorted()
    const hash = createHash('sha256').update(files.join())
    for (const file of unhashed) hash.update(readFileSync(`public/${file}`))
    const id = hash.digest('hex').slice(0, 12)
    worker.code = `const BUILD = ${JSON.stringify({ id, files })};\n${worker.code}`
    return undefined
  },
}

export default defineConfig({
  plugins: [react(), tailwindcss(), withChangedLibraries, withNamesOfFiles],
  build: {
    outDir: 'dist',
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      input: ['index.html', 'src/app/service-worker.ts'],
      output: {
        entryFileNames: ({ name }) => (name === 'service-worker' ? workerFile : 'assets/[name]-[hash].js'),
        codeSplitting: {
          // A chunk takes no module along that another is for: the entry would load texts before the words (app/main.tsx).
          groups: [{ name: nameChunk, debugName: 'chunks', includeDependenciesRecursively: false }],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(served.map((path) => [path, { target: hearth }])),
  },
})
