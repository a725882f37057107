/** Where the process of `HostedServer` begins; see `compile-cache.mjs` for why this is not in TypeScript. */
import { withCompileCache } from '../compile-cache.mjs'

const { hostServers } = await withCompileCache(() => import('./server-host.ts'))
hostServers()
