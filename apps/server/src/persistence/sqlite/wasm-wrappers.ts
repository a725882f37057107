import { setFlagsFromString } from 'node:v8'

/** Calls of an import until V8 compiles a wrapper for it: the most the flag takes. */
const NEVER = 2_147_483_647

/**
 * Makes V8 compile no more wrappers for the JavaScript functions that WebAssembly imports; all are called through its built-in one.
 *
 * Compiled wrappers are shared by all threads of the process, and V8 13.6 frees one that another thread has just found: with a second
 * thread the process ends with SIGSEGV now and then. Node itself runs WebAssembly, to strip types and to read answers of `fetch`.
 * docs/decisions/0026-no-compiled-wasm-wrappers.md
 */
export function compileNoWasmWrappers(): void {
  setFlagsFromString(`--wasm-wrapper-tiering-budget=${NEVER}`)
}
