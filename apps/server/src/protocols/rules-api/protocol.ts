import { invalidArgument, StatusError } from '@hearth/model'
import { z } from 'zod'
import { assertRecentSignIn, assertRole } from '../../access/admin-access.ts'
import type { OnOperatorAct } from '../../access/operator-policy.ts'
import type { Authenticator, Caller, OperatorRole } from '../../access/caller.ts'
import type { Clock } from '../../lib/ambient.ts'
import { type Actor, actorOf, type RecordAct } from '../../audit/audit-entry.ts'
import { writeJsonError } from '../../http/error-body.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { Protocol, Route, RouteGuard } from '../../http/route.ts'
import { listOf } from '../../lib/list-of.ts'
import { CONSOLE_PROJECT } from '../../projects/project-id.ts'
import type { Projects } from '../../projects/projects.ts'
import { encodeIssue, encodeCoverage } from '../../rules/encode-report.ts'
import type { PublishedRules, Release, StoredRuleset } from '../../rules/published-rules.ts'
import { readSources } from '../../rules/rules-store.ts'
import { testSuiteSchema } from '../../rules/test-case-schema.ts'
import { setImmediate } from 'node:timers/promises'
import { Coverage, type CoverageEntry, type RulesSources, RulesSuite, type RulesTestCase } from '@hearth/rules'

const BODY_BYTES_MAX = 3 * 1024 * 1024
const PAGE_SIZE_MAX = 100
const operations: Readonly<Record<string, 'create' | 'update' | 'delete'>> = {
  POST: 'create',
  PATCH: 'update',
  DELETE: 'delete',
}
/** Expressions in the reports of one answer: about four megabytes. */
const REPORT_SIZE_MAX = 20_000

interface RulesApiDeps {
  readonly clock: Clock
  readonly published: PublishedRules
  readonly projects: Pick<Projects, 'get'>
  readonly authenticator: Authenticator
  readonly recordAct: RecordAct
  readonly onOperatorAct: OnOperatorAct
}

type Params = Readonly<Record<string, string>>
type Answer = (exchange: Exchange, project: string, params: Params, author: string) => Promise<object>

/** The vendor's API for security rules (security-rules 10), as `firebase-admin` and the vendor's command line use it. */
export function createRulesApiProtocol({
  clock,
  published,
  projects,
  authenticator,
  recordAct,
  onOperatorAct,
}: RulesApiDeps): Protocol {
  function route(method: string, path: string, role: OperatorRole, answer: Answer): Route {
    const guard: RouteGuard = 'admin'
    return {
      method,
      path,
      guard,
      async handle(exchange, params) {
        const project = params['project'] ?? ''
        exchange.note({ project, operation: `${method} rules` })
        const caller = await requireRole(exchange, project, role)
        await projects.get(project)
        const answered = await answer(exchange, project, params, 'uid' in caller ? caller.uid : 'server')
        const actor = actorOf(caller)
        if (role === 'owner' && actor !== undefined) await record(exchange, project, actor, answered)
        exchange.replyJson(200, answered)
      },
    }
  }

  /** `releases` are what holds from then on, `rulesets` what can. */
  async function record(exchange: Exchange, project: string, actor: Actor, answered: object): Promise<void> {
    const { name, rulesetName } = answered as { name?: string; rulesetName?: string }
    const target = name ?? exchange.path.slice('/v1/'.length)
    const operation = operations[exchange.method] ?? 'update'
    if (actor.kind === 'person') {
      onOperatorAct({ project, uid: actor.uid, service: 'rules', operation, target })
    }
    await recordAct({
      project,
      actor,
      action: `rules.${operation}`,
      target,
      ...(rulesetName !== undefined && { detail: { ruleset: rulesetName } }),
      address: exchange.clientAddress,
      requestId: exchange.id,
    })
  }

  /** Who it is. Owners must have signed in lately to change anything; keys needn't. Nobody changes the rules of the console. */
  async function requireRole(exchange: Exchange, project: string, role: OperatorRole): Promise<Caller> {
    const caller = await authenticator.authenticate(project, exchange.headers.authorization, exchange)
    assertRole(project, caller, role)
    if (role === 'viewer') return caller
    if (project === CONSOLE_PROJECT) {
      throw new StatusError('permission-denied', 'CONSOLE_RULES', 'The rules of the project "console" are built in.')
    }
    if (caller.kind === 'operator') assertRecentSignIn(caller.authTime, clock.nowMs())
    return caller
  }

  const base = '/v1/projects/:project'
  return {
    name: 'rules-api',
    routes: [
      route('POST', `${base}/rulesets`, 'owner', async (exchange, project, _params, author) => {
        const { source, note = '' } = parse(rulesetBody, await exchange.readJson(BODY_BYTES_MAX))
        const { ruleset } = await published.createRuleset(project, { files: source.files, author, note })
        return { ...encodeRuleset(project, ruleset), source: { files: ruleset.files } }
      }),
      route('GET', `${base}/rulesets`, 'viewer', async ({ query }, project) => {
        const size = Math.min(Number(query.get('pageSize') ?? PAGE_SIZE_MAX) || PAGE_SIZE_MAX, PAGE_SIZE_MAX)
        const token = query.get('pageToken') ?? undefined
        const { rulesets, ...more } = await published.listRulesets(project, { size: Math.max(1, size), token })
        return { rulesets: rulesets.map((ruleset) => encodeRuleset(project, ruleset)), ...more }
      }),
      route('GET', `${base}/rulesets/:id`, 'viewer', async (_exchange, project, { id = '' }) => {
        const ruleset = await published.getRuleset(project, id)
        return { ...encodeRuleset(project, ruleset), source: { files: ruleset.files } }
      }),
      route('DELETE', `${base}/rulesets/:id`, 'owner', async (_exchange, project, { id = '' }) => {
        await published.deleteRuleset(project, id)
        return {}
      }),
      route('POST', `${base}/releases`, 'owner', async (exchange, project) => {
        const release = parse(releaseBody, await exchange.readJson(BODY_BYTES_MAX))
        const named = namesOf(project, release)
        return encodeRelease(project, await published.release(project, { ...named, mode: 'create' }))
      }),
      route('GET', `${base}/releases`, 'viewer', async (_exchange, project) => {
        const releases = await published.listReleases(project)
        return { releases: releases.map((release) => encodeRelease(project, release)) }
      }),
      route('GET', `${base}/releases/*name`, 'viewer', async (_exchange, project, { name = '' }) =>
        encodeRelease(project, await published.getRelease(project, decodeURIComponent(name))),
      ),
      route('PATCH', `${base}/releases/*name`, 'owner', async (exchange, project, { name = '' }) => {
        const { release, replaces } = parse(releasePatch, await exchange.readJson(BODY_BYTES_MAX))
        const named = namesOf(project, { ...release, name: `projects/${project}/releases/${decodeURIComponent(name)}` })
        const replaced = replaces?.slice(replaces.lastIndexOf('/') + 1)
        return encodeRelease(
          project,
          await published.release(project, { ...named, mode: 'update', replaces: replaced }),
        )
      }),
      route('DELETE', `${base}/releases/*name`, 'owner', async (_exchange, project, { name = '' }) => {
        await published.deleteRelease(project, decodeURIComponent(name))
        return {}
      }),
      route('POST', `${base}:test`, 'viewer', async (exchange, project) => {
        const { source, testSuite } = parse(testBody, await exchange.readJson(BODY_BYTES_MAX))
        const files = source?.files ?? (await filesInForce(published, project))
        const sources = await readSources(files)
        const issues = sources.issues.map(encodeIssue)
        // As the vendor's: its command line reads the errors from the answer.
        if (sources.hasErrors) return { issues }
        return { issues, testResults: await answerTests(sources, testSuite?.testCases ?? [], clock.nowMs()) }
      }),
    ],
    writeError: writeJsonError,
  }
}

async function filesInForce(published: PublishedRules, project: string) {
  const { rulesetId } = await published.getRelease(project, 'cloud.firestore')
  return (await published.getRuleset(project, rulesetId)).files
}

/** The short names of a release and its ruleset. Throws `invalid-argument` for those of another project. */
function namesOf(
  project: string,
  { name, rulesetName }: { name: string; rulesetName: string },
): { name: string; rulesetId: string } {
  const [releases, rulesets] = [`projects/${project}/releases/`, `projects/${project}/rulesets/`]
  if (!name.startsWith(releases) || !rulesetName.startsWith(rulesets)) {
    const text = `The name must begin with ${releases}, the ruleset's with ${rulesets}.`
    throw new StatusError('invalid-argument', 'INVALID_RELEASE', text)
  }
  return { name: name.slice(releases.length), rulesetId: rulesetName.slice(rulesets.length) }
}

function encodeRuleset(project: string, { id, createdAt, services, author, note, releasedAs }: StoredRuleset): object {
  return {
    name: `projects/${project}/rulesets/${id}`,
    createTime: new Date(createdAt).toISOString(),
    metadata: { services },
    // Additions of ours.
    author,
    note,
    releasedAs,
  }
}

function encodeRelease(project: string, { name, rulesetId, createdAt, updatedAt }: Release): object {
  return {
    name: `projects/${project}/releases/${name}`,
    rulesetName: `projects/${project}/rulesets/${rulesetId}`,
    createTime: new Date(createdAt).toISOString(),
    updateTime: new Date(updatedAt).toISOString(),
  }
}

const isNotEmpty = ({ length }: readonly unknown[]): boolean => length > 0

const file = z.object({ name: z.string().max(200).default('firestore.rules'), content: z.string() })
const source = z.object({ files: listOf(file, 10).refine(isNotEmpty, 'There is no file.') })

const rulesetBody = z.object({
  source,
  /** Why it was changed; an addition of ours. */
  note: z.string().max(1000).optional(),
})

const releaseBody = z.object({ name: z.string(), rulesetName: z.string() })
const releasePatch = z.object({
  release: releaseBody.partial({ name: true }),
  /** The ruleset that is thought to hold until then, by its name; an addition of ours. */
  replaces: z.string().optional(),
})

const testBody = z.object({
  source: source.optional(),
  testSuite: testSuiteSchema.refine(({ testCases }) => testCases.length <= 100, 'At most 100 cases.').optional(),
})

/** Throws `invalid-argument`/`INVALID_BODY`, naming the first member that is wrong. */
function parse<Schema extends z.ZodType>(schema: Schema, body: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw invalidArgument('INVALID_BODY', `Invalid ${issue?.path.join('.') ?? 'body'}: ${issue?.message ?? ''}`)
}

type AskedCase = RulesTestCase & { readonly expressionReportLevel?: string | undefined }

/**
 * Asks sources without errors each of the cases, and lets others have their turn after each; the results in the vendor's form. Throws
 * `invalid-argument` for what can't be asked, and `REPORT_TOO_LARGE` when the reports on expressions hold more than 20,000 of them.
 */
async function answerTests(sources: RulesSources, cases: readonly AskedCase[], nowMs: number): Promise<object[]> {
  const suite = new RulesSuite(sources, { nowNanos: BigInt(nowMs) * 1_000_000n, isObserved: true })
  const results: object[] = []
  let sizeLeft = REPORT_SIZE_MAX
  for (const test of cases) {
    const coverage = new Coverage()
    const { isPassed, messages, failedAt } = suite.run(test, coverage)
    let report: CoverageEntry[] | undefined
    if (test.expressionReportLevel !== undefined) {
      const evaluated = coverage.reportEvaluated(suite.sourcesFor(test), sizeLeft)
      if (evaluated === undefined) throw reportTooLarge()
      sizeLeft -= evaluated.size
      report = evaluated.entries
    }
    results.push({
      state: isPassed ? 'SUCCESS' : 'FAILURE',
      debugMessages: messages,
      ...(failedAt && { errorPosition: { fileName: failedAt.fileName, ...failedAt.position } }),
      ...(report && { expressionReports: report.map(encodeCoverage) }),
    })
    await setImmediate()
  }
  return results
}

function reportTooLarge(): Error {
  const text = `The reports of one answer hold at most ${REPORT_SIZE_MAX} expressions. Ask fewer cases with a report.`
  return invalidArgument('REPORT_TOO_LARGE', text)
}
