import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

/**
 * Takes compiled modules, types stripped, from a folder of the repository. Each thread has to ask for it, before it loads any
 * module in TypeScript: a thread that strips types itself compiles Node's stripper, 17 MiB and some 100 ms. That is why this
 * file and those that begin a thread are JavaScript.
 */
export function useCompileCache() {
  enableCompileCache(join(import.meta.dirname, '../../../.cache/compile'))
}
