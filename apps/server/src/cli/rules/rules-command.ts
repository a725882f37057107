import { join, resolve } from 'node:path'
import { StatusError } from '@hearth/model'
import { type ServiceName, servicesOf, type SourceFile } from '@hearth/rules'
import type { Command } from 'commander'
import { systemClock } from '../../lib/ambient.ts'
import { DEFAULT_DATABASE } from '../../documents/databases/database.ts'
import { isWithoutErrors, readSources, type Source } from '../../operations/project-files/read-sources.ts'
import { parseTestSuite } from '../../rules/test-case-schema.ts'
import { CommandFailure, type CommandContext, newCommand, projectOption, valueOption } from '../command.ts'
import { openServer } from '../server/open-server.ts'
import { readServerAccess, type ServerOptions, withServerOptions } from '../server/server-access.ts'
import { readSuite, SUITE_FILE, testRules } from './test-rules.ts'
import { type AnswerOf, getRulesOverride, listRulesTests } from '@hearth/api'
import type { ServerCalls } from '../server/server-calls.ts'

const services: readonly ServiceName[] = ['cloud.firestore', 'firebase.storage']

interface ReleaseJson {
  readonly name: string
  readonly rulesetName: string
}

interface RulesOptions extends ServerOptions {
  readonly project: string
}

interface DeployOptions extends RulesOptions {
  readonly rules?: string
  readonly note?: string
}

interface TestOptions extends ServerOptions {
  readonly project?: string
  readonly rules?: string
  readonly suite?: string
}

/** `hearth rules deploy|get|test` */
export function rulesCommand(context: CommandContext): Command {
  const rules = newCommand('rules', context).description(
    'Security rules, from firebase.json, firestore.rules and storage.rules.',
  )
  const folder = () => valueOption('--rules <folder>', 'of the files; default: the working folder')
  const deploy = rules
    .command('deploy')
    .description('publish the rules of the files')
    .addOption(projectOption())
    .addOption(folder())
    .addOption(valueOption('--note <why>', 'why they are published'))
    .action(async (options: DeployOptions) => onRulesFiles(() => deployRules(options, context)))
  const get = rules
    .command('get')
    .description('print what is published')
    .addOption(projectOption())
    .action(async (options: RulesOptions) => printRules(options, context))
  const test = rules
    .command('test')
    .description('ask the files the cases of a suite, without a server; or those that the team of --project has saved')
    .addOption(valueOption('--project <id>', 'whose saved tests are asked, without --suite'))
    .addOption(folder())
    .addOption(valueOption('--suite <file>', 'default: rules.tests.json beside the rules'))
    .action(async (options: TestOptions) => onRulesFiles(() => runTests(options, context)))
  for (const command of [deploy, get, test]) withServerOptions(command)
  return rules
}

/** A file that is not there, or one that is no JSON, ends the command with a sentence. */
async function onRulesFiles(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (cause) {
    if (!(cause instanceof SyntaxError || (cause instanceof Error && 'syscall' in cause))) throw cause
    throw new CommandFailure(cause.message, { cause })
  }
}

/** Throws `CommandFailure` for rules with errors, which have been told. */
async function readCorrectSources(folder: string, { tell }: CommandContext): Promise<readonly Source[]> {
  const sources = await readSources(folder, tell)
  if (!isWithoutErrors(sources, tell)) throw new CommandFailure()
  return sources
}

async function openRulesServer(options: RulesOptions, context: CommandContext): Promise<RulesServer> {
  return new RulesServer(options.project, await openServer(options, context))
}

async function deployRules(options: DeployOptions, context: CommandContext): Promise<void> {
  const { project, note = '' } = options
  const { origin } = readServerAccess(options, context.environment)
  const sources = await readCorrectSources(resolve(options.rules ?? '.'), context)
  const server = await openRulesServer(options, context)
  const overrides = await server.findOverrides()
  for (const source of sources) {
    const { service, file } = source
    const ruleset = await server.call('POST', 'rulesets', { source: { files: [file] }, note })
    const short = releaseOf(source, project)
    const release = { name: `projects/${project}/releases/${short}`, rulesetName: ruleset['name'] }
    await publish(server, short, release)
    context.tell(publishedText(source, `${project} at ${origin}`, overrides[service]))
    if (servicesOf([file]).includes(service)) continue
    context.tell(`${file.name} has no rules of ${service}: everything there is closed.`)
  }
}

async function runTests(options: TestOptions, context: CommandContext): Promise<void> {
  const { project, suite } = options
  const folder = resolve(options.rules ?? '.')
  const sources = await readCorrectSources(folder, context)
  const saved = suite === undefined && project !== undefined ? { ...options, project } : undefined
  const cases =
    saved === undefined
      ? await readSuite(suite ?? join(folder, SUITE_FILE))
      : parseTestSuite(JSON.stringify({ testCases: await (await openRulesServer(saved, context)).listTests() }))
  const failed = testRules(sources, cases, { clock: systemClock, tell: context.tell })
  if (failed > 0 || cases.length === 0) throw new CommandFailure()
}

/** As the vendor's command line names releases. */
function releaseOf({ service, database }: Source, project: string): string {
  if (service === 'firebase.storage') return `${service}/${project}.appspot.com`
  return database === DEFAULT_DATABASE ? service : `${service}/${database}`
}

/** What holds from now on, which under `hearth dev` need not be what was published. */
function publishedText({ service, database, file }: Source, project: string, override: Override | undefined): string {
  const { name, content } = file
  const place = `${database === DEFAULT_DATABASE ? service : `the database ${database}`} of ${project}`
  if (override === undefined) return `${name} is published, and holds for ${place}.`
  const published = `${name} is published for ${place}, and does not hold on this server`
  if (override.origin === 'tool') return `${published}: a tool has set other rules, which hold until the server stops.`
  const { path = '', files } = override
  const isSame = files.some((held) => held.content === content)
  return isSame
    ? `${name} is published for ${place}. On this server, which runs for development, the file ${path} holds and says the same: saving that file is what changes the rules here.`
    : `${published}: it runs for development, and the file ${path} wins. Save the rules there, or delete it so that published ones hold.`
}

/** The first release of a service is made, later ones are moved. */
async function publish(
  server: RulesServer,
  short: string,
  release: { name: string; rulesetName: unknown },
): Promise<void> {
  try {
    await server.call('PATCH', `releases/${short}`, { release })
  } catch (error) {
    if (!(error instanceof StatusError) || error.code !== 'not-found') throw error
    await server.call('POST', 'releases', release)
  }
}

/** Prints what is published; where something else holds, or nothing is published, it is told. */
async function printRules(options: RulesOptions, context: CommandContext): Promise<void> {
  const { project } = options
  const { print, tell } = context
  const server = await openRulesServer(options, context)
  const { releases = [] } = (await server.call('GET', 'releases')) as { releases?: ReleaseJson[] }
  for (const release of releases) {
    const id = release.rulesetName.split('/').at(-1) ?? ''
    const { source } = (await server.call('GET', `rulesets/${id}`)) as { source: { files: SourceFile[] } }
    for (const { name, content } of source.files) print(`// ${release.name}: ${name}\n${content.trimEnd()}\n`)
  }
  if (releases.length === 0) tell(`No rules are published for ${project}.`)
  const overrides = await server.findOverrides()
  for (const service of services) {
    const override = overrides[service]
    if (override === undefined) continue
    const holder = override.origin === 'file' ? `the file ${override.path}` : 'what a tool has set'
    tell(`For ${service} ${holder} holds on this server instead, which runs for development.`)
  }
}

/** Rules that hold instead of published ones, under `hearth dev`. */
type Override = NonNullable<AnswerOf<typeof getRulesOverride>['documents']>

/** A server as the command line talks to it, about one project. Its calls throw as `ServerCalls.call`. */
class RulesServer {
  readonly #project: string
  readonly #calls: ServerCalls

  constructor(project: string, calls: ServerCalls) {
    this.#project = project
    this.#calls = calls
  }

  /** Below the project's address of the rules API. */
  async call(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object): Promise<Record<string, unknown>> {
    const answer = await this.#calls.call(method, `/v1/projects/${this.#project}/${path}`, body)
    return answer as Record<string, unknown>
  }

  /** What holds instead of published rules; nothing of it under `hearth start`. */
  async findOverrides(): Promise<Partial<Record<ServiceName, Override>>> {
    const { documents, files } = await this.#calls.callApi(getRulesOverride, { project: this.#project })
    return { ...(documents && { 'cloud.firestore': documents }), ...(files && { 'firebase.storage': files }) }
  }

  /** The tests that the project's team has saved. */
  async listTests(): Promise<readonly unknown[]> {
    const all: unknown[] = []
    let pageToken: string | undefined
    for (;;) {
      const input = { project: this.#project, query: { pageToken } }
      const answer: AnswerOf<typeof listRulesTests> = await this.#calls.callApi(listRulesTests, input)
      all.push(...answer.tests.map(({ test }) => test))
      if (answer.nextPageToken === undefined) return all
      pageToken = answer.nextPageToken
    }
  }
}
