import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { StatusError } from '@hearth/model'
import { findIssues, type ServiceName, type SourceFile } from '@hearth/rules'
import type { RulesCommand } from '../../config/rules-command.ts'
import { type RulesTestCase, runTests } from '../../rules/run-tests.ts'
import { type BearerTokens, openBearerTokens } from '../bearer-tokens.ts'
import { readSource, sourcePaths } from './source-paths.ts'

interface Sources {
  readonly service: ServiceName
  readonly file: SourceFile
}

/** Runs the command, printing what it found. Answers the exit status: 0, or 1 after a sentence about what went wrong. */
export async function runRules(
  command: RulesCommand,
  print: (line: string) => void,
  tell: (sentence: string) => void,
): Promise<number> {
  try {
    switch (command.action) {
      case 'deploy':
        return await deploy(command, tell)
      case 'get':
        return await show(await openServer(command), print)
      case 'test':
        return await test(command, tell)
    }
  } catch (error) {
    if (!(error instanceof StatusError) && !isExpected(error)) throw error
    tell(error.message)
    return 1
  }
}

async function deploy(command: RulesCommand, tell: (sentence: string) => void): Promise<number> {
  const sources = await readSources(command, tell)
  if (sources.length === 0) {
    tell(`There are no rules in ${command.folder}.`)
    return 1
  }
  if (!isWithoutErrors(sources, tell)) return 1
  const { project } = command
  const server = await openServer(command)
  for (const { service, file } of sources) {
    const ruleset = await call(server, 'POST', 'rulesets', { source: { files: [file] }, note: command.note })
    const short = service === 'cloud.firestore' ? service : `${service}/${project}.appspot.com`
    const release = { name: `projects/${project}/releases/${short}`, rulesetName: ruleset['name'] }
    const updated = await call(server, 'PATCH', `releases/${short}`, { release }, 404)
    if (updated['error'] !== undefined) await call(server, 'POST', 'releases', release)
    tell(`${file.name} holds for ${service}.`)
  }
  return 0
}

async function show(server: RulesServer, print: (line: string) => void): Promise<number> {
  const { releases } = await call(server, 'GET', 'releases')
  for (const release of (releases ?? []) as { name: string; rulesetName: string }[]) {
    const id = release.rulesetName.split('/').at(-1) ?? ''
    const { source } = (await call(server, 'GET', `rulesets/${id}`)) as { source: { files: SourceFile[] } }
    for (const { name, content } of source.files) print(`// ${release.name}: ${name}\n${content.trimEnd()}\n`)
  }
  return 0
}

async function test(command: RulesCommand, tell: (sentence: string) => void): Promise<number> {
  const sources = await readSources(command, tell)
  if (!isWithoutErrors(sources, tell)) return 1
  const { testCases } = JSON.parse(await readFile(command.suite ?? '', 'utf8')) as { testCases: RulesTestCase[] }
  const results = runTests(
    sources.map(({ file }) => file),
    testCases.map((testCase) => ({ ...testCase, functionMocks: testCase.functionMocks ?? [] })),
  )
  for (const [i, { state, debugMessages }] of results.entries()) {
    if (state === 'SUCCESS') continue
    const { request, expectation } = testCases[i] ?? {}
    tell(`${request?.method} ${request?.path}: expected ${expectation}. ${debugMessages.join(' ')}`.trim())
  }
  const failed = results.filter(({ state }) => state === 'FAILURE').length
  tell(`${results.length - failed} passed, ${failed} failed.`)
  return failed === 0 ? 0 : 1
}

async function readSources({ folder }: RulesCommand, tell: (sentence: string) => void): Promise<Sources[]> {
  const paths = await sourcePaths(folder, () => tell('firebase.json names no rules that can be found.'))
  const sources: Sources[] = []
  for (const service of ['cloud.firestore', 'firebase.storage'] as const) {
    const content = await readSource(paths[service])
    if (content !== undefined) sources.push({ service, file: { name: basename(paths[service]), content } })
  }
  return sources
}

/** Prints every issue as the vendor's command line does. */
function isWithoutErrors(sources: readonly Sources[], tell: (sentence: string) => void): boolean {
  const issues = findIssues(sources.map(({ file }) => file))
  for (const { severity, position, description, fileName } of issues) {
    const place = position === undefined ? '' : `${position.line}:${position.column} - `
    tell(`${fileName} [${severity.slice(0, 1)}] ${place}${description}`)
  }
  return issues.every(({ severity }) => severity !== 'ERROR')
}

interface RulesServer {
  readonly origin: string
  readonly project: string
  readonly token: BearerTokens
}

async function openServer({ project, access }: RulesCommand): Promise<RulesServer> {
  return { origin: access.origin, project, token: await openBearerTokens(access.credential) }
}

/** Throws a sentence for an error of the server, but for the status that is `expected`. */
async function call(
  server: RulesServer,
  method: string,
  path: string,
  body?: object,
  expected?: number,
): Promise<Record<string, unknown>> {
  const response = await fetch(`${server.origin}/v1/projects/${server.project}/${path}`, {
    method,
    headers: { authorization: `Bearer ${await server.token()}`, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  })
  const answer = (await response.json()) as Record<string, unknown> & { error?: { message?: string } }
  if (response.ok || response.status === expected) return answer
  throw new StatusError('unknown', 'RULES_CALL', answer.error?.message ?? `The server answered ${response.status}.`)
}

/** A server that is not there, a file that is not, or one that is no JSON. */
function isExpected(error: unknown): error is Error {
  return (
    error instanceof SyntaxError || (error instanceof Error && ('syscall' in error || error.message === 'fetch failed'))
  )
}
