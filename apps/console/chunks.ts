import type { Rolldown } from 'vite'

type ReadModule = Rolldown.PluginContext['getModuleInfo']

/** Libraries that are large, in files of their own: what needs one is loaded with it, after what needs none. The first that fits names the file. */
const heavy = {
  editor: /\/node_modules\/(?:@codemirror|@lezer|style-mod|crelt|w3c-keyname)\//,
  rules: /\/packages\/rules\//,
  storage: /\/node_modules\/(?:@firebase|firebase)\/storage\//,
  documents: /\/node_modules\/(?:firebase\/firestore|@firebase\/(?:firestore|webchannel-wrapper))\//,
}

/** What every page needs, whatever it shows. */
const base =
  /\/node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|@tanstack\/(?!query-core|react-query)[^/]+|firebase\/(?:app|auth)|@firebase\/(?:app|auth|util|component|logger)|idb)\//
/** Nobody reads by it before they have signed in. */
const queries = /\/node_modules\/@tanstack\/(?:query-core|react-query)\//
/** A few screens draw. */
const charts = /\/node_modules\/d3-|\/apps\/console\/src\/shared\/charts\//
const icons = /\/node_modules\/lucide-react\//
/** How answers of the server look. The sign-in page has the vendor's protocol alone, and one table. */
const contract = /\/node_modules\/zod\/|\/packages\/api\/src\/(?!http-code)/

/** Modules whose imports are what they need. Libraries and the contract are imported whole and used in part. */
const isOwn = (id: string): boolean => !/\/node_modules\/|\/packages\/api\/|^\0/.test(id)

/**
 * Which file of the built console a module goes into: what the page begins with, what the sign-in page adds, the frame around each screen, and what
 * several screens share. A module of one screen stays with it. Left alone, each set of screens that share a module gets a file, and a page asks
 * for two hundred of them (docs/decisions/0112-files-of-script-of-the-console.md).
 */
export class Chunks {
  readonly #read: ReadModule
  readonly #first: ReadonlySet<string>
  readonly #start: ReadonlySet<string>
  readonly #signIn: ReadonlySet<string>
  /** What the page may load by itself before the words of all areas are there (app/lazy-page.ts). */
  readonly #early: ReadonlySet<string>
  readonly #frame: ReadonlySet<string>
  /** Parts of the frame that come after its first paint, and always. */
  readonly #late: ReadonlySet<string>
  readonly #shared: ReadonlySet<string>

  constructor(read: ReadModule, source: string) {
    this.#read = read
    const reach = (...files: string[]) => {
      const ids = files.map((file) => `${source}/${file}`)
      const missing = ids.find((id) => read(id) === null)
      if (missing !== undefined) throw new Error(`${missing} is no module of the console`)
      return this.#reach(ids)
    }
    this.#first = reach('app/main.tsx')
    this.#start = reach('app/start.tsx')
    this.#signIn = reach('features/sign-in/components/sign-in-page.tsx')
    this.#early = this.#findEarly()
    this.#frame = reach(
      'features/frame/components/signed-in-layout.tsx',
      'features/frame/components/project-layout.tsx',
    )
    const framed = [...this.#frame].filter((id) => !this.#start.has(id) && !this.#signIn.has(id))
    this.#late = this.#reach(
      this.#lazyOf(framed).filter((id) => !/\/(?:command-palette|shortcuts-sheet)\.tsx$/.test(id)),
    )
    this.#shared = this.#findShared(`${source}/app/main.tsx`)
  }

  /** The name of the file; null leaves the module with what imports it. */
  nameOf(id: string): string | null {
    if (base.test(id)) return 'base'
    if (queries.test(id)) return 'queries'
    if (icons.test(id)) return 'icons'
    if (charts.test(id)) return 'charts'
    if (contract.test(id)) return 'contract'
    for (const [name, library] of Object.entries(heavy)) if (library.test(id) && !isOwn(id)) return name
    if (!isOwn(id) || this.#first.has(id) || id.includes('/texts/de/')) return null
    if (this.#start.has(id)) return 'start'
    // What needs a heavy library has a file beside, which is not loaded for the rest.
    const needsOf = (name: string): string => {
      const needed = [...this.#reach([id], { withLibraries: true })]
      const [library] = Object.entries(heavy).find(([, files]) => needed.some((one) => files.test(one))) ?? []
      return library === undefined ? name : `${name}-${library}`
    }
    if (this.#signIn.has(id)) return 'sign-in'
    // What words of every language are made of comes before them.
    if (/\/src\/texts\/[^/]+$/.test(id)) return 'words'
    if (this.#early.has(id)) return needsOf('early')
    if (!this.#frame.has(id) && !this.#late.has(id) && !this.#shared.has(id)) return null
    const heavyName = needsOf('with')
    if (heavyName !== 'with') return heavyName
    return this.#frame.has(id) ? 'frame' : 'shared'
  }

  #findEarly(): Set<string> {
    const loaded = this.#lazyOf([...this.#start, ...this.#signIn]).map((id) => this.#reach([id]))
    const wordless = loaded.filter((ids) => ![...ids].some((id) => id.includes('/src/texts/')))
    return new Set(wordless.flatMap((ids) => [...ids]))
  }

  /** What two screens or more import. */
  #findShared(main: string): Set<string> {
    const seen = new Set<string>()
    const shared = new Set<string>()
    for (const screen of new Set(this.#lazyOf(this.#reach([main], { withLazy: true })))) {
      for (const id of this.#reach([screen])) (seen.has(id) ? shared : seen).add(id)
    }
    return shared
  }

  #lazyOf(ids: Iterable<string>): string[] {
    return [...ids].flatMap((id) => this.#read(id)?.dynamicallyImportedIds ?? [])
  }

  #reach(from: readonly string[], { withLazy = false, withLibraries = false } = {}): Set<string> {
    const seen = new Set<string>()
    const waiting = [...from]
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (seen.has(id) || (!isOwn(id) && !withLibraries)) continue
      seen.add(id)
      const module = isOwn(id) ? this.#read(id) : null
      waiting.push(...(module?.importedIds ?? []), ...(withLazy ? (module?.dynamicallyImportedIds ?? []) : []))
    }
    return seen
  }
}
