import { enableCompileCache, flushCompileCache, registerHooks } from 'node:module'
import { join } from 'node:path'

/**
 * Runs `load` with modules from a folder of the repository: compiled, their types stripped. Each thread has to ask for it, before it
 * loads any module in TypeScript: a thread that strips types itself compiles Node's stripper, 17 MiB and some 100 ms. That is why
 * this file and those that begin a thread are JavaScript.
 */
export async function withCompileCache(load) {
  enableCompileCache(join(import.meta.dirname, '../../../.cache/compile'))
  leaveOutLanguages()
  const loaded = await load()
  // Now, because a process that is killed keeps nothing.
  flushCompileCache()
  return loaded
}

/** zod loads its messages in fifty languages, 8 MiB and some 40 ms; the server speaks one of them. */
function leaveOutLanguages() {
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const isLanguages = specifier === '../locales/index.js' && context.parentURL?.includes('/node_modules/zod/')
      return nextResolve(isLanguages ? '../locales/en.js' : specifier, context)
    },
  })
}
