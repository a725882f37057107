import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInThisContext } from 'node:vm'
import { expect, it } from 'vitest'
import { systemClock } from '../../lib/ambient.ts'
import { SqlitePersistence } from './sqlite-persistence.ts'

/** More calls than V8 waits for before it compiles a wrapper (1000). */
const MANY_CALLS = 5000

/**
 * `(module (import "m" "f" (func)) (func (export "run") (param i32)
 * (loop call 0, local.get 0, i32.const 1, i32.sub, local.tee 0, br_if 0)))`
 */
const moduleBytes = Buffer.from(
  [
    '0061736d01000000', // magic, version
    '01080260000060017f00', // types: () -> (), (i32) -> ()
    '020701016d01660000', // import m.f of type 0
    '03020101', // function 1 has type 1
    '0707010372756e0001', // export run: function 1
    '0a1201100003401000200041016b22000d000b0b', // its body
  ].join(''),
  'hex',
)

/** Calls the import of a new instance often, and counts the imports that V8 calls through its built-in wrapper. */
function countUncompiledWrappers(): number {
  setFlagsFromString('--allow-natives-syntax')
  const count = runInThisContext(`(bytes, calls) => {
    const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), { m: { f() {} } })
    instance.exports.run(calls)
    return %CountUnoptimizedWasmToJSWrapper(instance)
  }`)
  return count(moduleBytes, MANY_CALLS)
}

it('lets no thread compile a wrapper for imports of WebAssembly once the writer thread runs', async () => {
  expect(countUncompiledWrappers(), 'V8 compiles one unless told').toBe(0)
  const folder = await mkdtemp(join(tmpdir(), 'hearth-sqlite-'))
  const persistence = await SqlitePersistence.open({ folder, clock: systemClock })
  await persistence.openProject('demo-app')
  expect(countUncompiledWrappers()).toBe(1)
  await persistence.close()
  await rm(folder, { recursive: true, force: true })
})
