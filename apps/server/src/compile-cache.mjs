import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

/**
 * Runs `load` with modules from a folder of the repository: compiled, their types stripped. Each thread has to ask for it, before it
 * loads any module in TypeScript: a thread that strips types itself compiles Node's stripper, 17 MiB and some 100 ms. That is why
 * this file and those that begin a thread are JavaScript.
 */
export async function withCompileCache(load) {
  enableCompileCache(join(import.meta.dirname, '../../../.cache/compile'))
  const loaded = await load()
  // Now, because a process that is killed keeps nothing.
  flushCompileCache()
  return loaded
}
