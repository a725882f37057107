/** Where the writer thread begins; see `compile-cache.mjs` for why this is not in TypeScript. */
import { withCompileCache } from '../../compile-cache.mjs'

await withCompileCache(() => import('./writer-worker.ts'))
