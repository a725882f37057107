import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StatusError } from '@hearth/model'
import { RulesSuite, type RulesTestCase, type RulesTestResult } from '@hearth/rules'
import type { Clock } from '../../lib/ambient.ts'
import { DEFAULT_DATABASE } from '../../documents/databases/database.ts'
import type { Source } from '../../operations/project-files/read-sources.ts'
import { parseTestSuite } from '../../rules/test-case-schema.ts'

/** Where a suite is when none is named. */
export const SUITE_FILE = 'rules.tests.json'
const SUITE_EXAMPLE =
  '{"testCases": [{"expectation": "DENY", "request": {"method": "get", "path": "/databases/(default)/documents/notes/1"}}]}'

/** Asks the rules the cases, telling what fails. Returns how many fail. */
export function testRules(
  sources: readonly Source[],
  cases: readonly RulesTestCase[],
  { clock, tell }: { readonly clock: Clock; readonly tell: (sentence: string) => void },
): number {
  const suites = new SuitesByDatabase(sources, BigInt(clock.nowMs()) * 1_000_000n)
  let failed = 0
  for (const test of cases) {
    const result = suites.of(test.request.path).run(test)
    if (result.isPassed) continue
    failed += 1
    tell(sentenceOf(test, result))
  }
  tell(cases.length === 0 ? 'There are no tests.' : `${cases.length - failed} passed, ${failed} failed.`)
  return failed
}

/** A database with rules of its own goes by them alone, all others by those of the default one. */
class SuitesByDatabase {
  readonly #sources: readonly Source[]
  readonly #nowNanos: bigint
  readonly #suites = new Map<string, RulesSuite>()

  constructor(sources: readonly Source[], nowNanos: bigint) {
    this.#sources = sources
    this.#nowNanos = nowNanos
  }

  of(path: string): RulesSuite {
    const asked = /^\/databases\/([^/]+)/.exec(path)?.[1]
    const database = this.#sources.find((source) => source.database === asked)?.database ?? DEFAULT_DATABASE
    let suite = this.#suites.get(database)
    if (suite === undefined) {
      const own = this.#sources.filter((source) => source.service !== 'cloud.firestore' || source.database === database)
      suite = new RulesSuite(
        own.map(({ file }) => file),
        { nowNanos: this.#nowNanos },
      )
      this.#suites.set(database, suite)
    }
    return suite
  }
}

/** The cases of a file in the vendor's form, `{"testCases":[…]}`. Throws `StatusError` for a file that is none. */
export async function readSuite(file: string): Promise<readonly RulesTestCase[]> {
  return parseTestSuite(await readSuiteText(file))
}

async function readSuiteText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EISDIR') {
      const text = `${file} is a folder. --suite names a file of tests, such as ${join(file, SUITE_FILE)}.`
      throw new StatusError('invalid-argument', 'SUITE_IS_A_FOLDER', text, { cause })
    }
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause
    const text = `There are no tests at ${file}. Write some, such as ${SUITE_EXAMPLE}, or name --project to run those that its team has saved.`
    throw new StatusError('not-found', 'SUITE_MISSING', text, { cause })
  }
}

function sentenceOf({ name, request, expectation }: RulesTestCase, { messages, decidedAt }: RulesTestResult): string {
  const title = name === undefined ? '' : `${name}: `
  const place = decidedAt === undefined ? '' : ` (${decidedAt.fileName}:${decidedAt.position.line})`
  const reasons = decidedAt === undefined ? [`No allow covers it.${pathHint(request.path)}`] : messages
  return `${title}${request.method} ${request.path}: expected ${expectation}${place}. ${reasons.join(' ')}`.trim()
}

/** Rules see paths from the root on, and who writes a test often thinks within the database. */
function pathHint(path: string): string {
  if (/^\/(?:databases|b)\//.test(path)) return ''
  const relative = path.replace(/^\/+/, '')
  return ` A path begins at the root: /databases/(default)/documents/${relative}, or /b/<bucket>/o/${relative} of a file.`
}
