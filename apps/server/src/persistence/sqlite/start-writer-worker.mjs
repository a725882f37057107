/** Where the writer thread begins; see `compile-cache.mjs` for why this is not in TypeScript. */
import { useCompileCache } from '../../compile-cache.mjs'

useCompileCache()
await import('./writer-worker.ts')
