/** Where the thread for copies begins; see `compile-cache.mjs` for why this is not in TypeScript. */
import { withCompileCache } from '../../compile-cache.mjs'

await withCompileCache(() => import('./copy-worker.ts'))
