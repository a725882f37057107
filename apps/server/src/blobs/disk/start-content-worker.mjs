/** Where a thread that writes contents begins; see `compile-cache.mjs` for why this is not in TypeScript. */
import { withCompileCache } from '../../compile-cache.mjs'

await withCompileCache(() => import('./content-worker.ts'))
