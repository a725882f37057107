import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { fuzz } from './engine/fuzz.ts'
import { expectNone } from './expect-none.ts'
import { ruleTargetNames } from './targets/rules.ts'

/** Of the parser, the checker and the evaluator together, which decide who may read what: a file of its own, beside the others. `npm run test:long` takes its time. */
const MS = 5_000

test.each(ruleTargetNames)(
  'no source, condition or document that %s is given crashes, hangs or makes it contradict itself',
  async (target) => {
    const seed = randomInt(2 ** 31)
    const module = new URL('targets.ts', import.meta.url).href
    const { executions, finding } = await fuzz({
      module,
      target,
      ms: MS / ruleTargetNames.length,
      seed,
      isTimed: false,
    })
    expectNone(finding, seed)
    expect(executions).toBeGreaterThan(100)
  },
  12 * MS,
)
