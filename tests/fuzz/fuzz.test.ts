import { randomInt } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { fuzz, KeptThread } from './engine/fuzz.ts'
import { fuzzInProcess } from './engine/fuzz-process.ts'
import { expectNone } from './expect-none.ts'
import { targets } from './targets.ts'
import { ruleTargetNames } from './targets/rules.ts'

/** `npm run fuzz` takes its time, and `connections` with a whole server in the thread is for it alone. Those of rules have seconds: `fuzz-rules.test.ts`. */
const ms = 200
const short = targets.filter(({ name }) => !ruleTargetNames.includes(name) && name !== 'connections')

const kept = new KeptThread()
afterAll(() => kept.end())

test.each(short.map(({ name, seeds }) => [name, seeds.length] as const))(
  'no input of %s crashes, hangs or is the fault of the server',
  async (target, seeds) => {
    const seed = randomInt(2 ** 31)
    const module = new URL('targets.ts', import.meta.url).href
    const { executions, finding } = await fuzz({ module, target, ms, seed, isTimed: false, isGuided: false, kept })
    expectNone(finding, seed)
    expect(executions).toBeGreaterThanOrEqual(seeds)
  },
  // Some have a whole server to start and to stop.
  120_000,
)

describe('the fuzzer', () => {
  const module = new URL('engine/planted.ts', import.meta.url).href

  test.each([
    ['crash', 'crash', 'cra'],
    ['answer', 'answer', 'answ'],
  ])('finds a planted %s by its coverage and makes its input short', async (target, kind, input) => {
    const { finding } = await fuzz({ module, target, ms: 30_000, seed: 1, isTimed: false })
    expect(finding).toMatchObject({ kind, input: Buffer.from(input) })
  })

  test.each([
    ['hang', 'hang', 'x'],
    ['memory', 'memory', 'x'],
    ['crash of a callback', 'crash', 'cb'],
  ])('finds a planted %s', async (target, kind, start) => {
    const { finding } = await fuzz({
      module,
      target,
      ms: 30_000,
      seed: 1,
      isTimed: false,
      ...(kind === 'hang' && { hangMs: 300 }),
    })
    expect(finding).toMatchObject({ kind })
    expect(finding?.input.toString().startsWith(start)).toBe(true)
  })

  test('finds a planted end of the whole process', async () => {
    const { finding } = await fuzzInProcess({ module, target: 'end of the process', ms: 30_000, seed: 1 })
    expect(finding).toMatchObject({ kind: 'crash', message: 'ended the process (SIGSEGV)' })
    expect(finding?.input.toString().startsWith('x')).toBe(true)
  })

  test('finds a planted loop that a long input alone makes slow', async () => {
    const { finding } = await fuzz({ module, target: 'time', ms: 30_000, seed: 1 })
    // On a machine that is very busy it takes so long that it counts as a hang.
    expect(['time', 'hang']).toContain(finding?.kind)
    const again = await fuzz({ module, target: 'time', ms: 0, seed: 1, input: finding?.input ?? Buffer.alloc(0) })
    expect(['time', 'hang']).toContain(again.finding?.kind)
  })

  test('leaves a target in peace that only refuses, and gives back the inputs that reach all of it', async () => {
    const { finding, corpus } = await fuzz({ module, target: 'sound', ms: 1_000, seed: 1, isTimed: false })
    expect(finding).toBeUndefined()
    expect(corpus.some((input) => input.toString().startsWith('ok'))).toBe(true)
  })

  test('runs a single input again', async () => {
    const { finding } = await fuzz({ module, target: 'crash', ms: 0, seed: 1, input: Buffer.from('cra') })
    expect(finding).toMatchObject({ kind: 'crash' })
  })
})
