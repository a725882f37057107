import { StatusError } from '@hearth/model'
import { type ServiceName, servicesOf, type SourceFile } from '@hearth/rules'
import { systemClock } from '../../ambient.ts'
import type { RulesCommand } from '../../config/rules-command.ts'
import { DEFAULT_DATABASE } from '../../documents/databases/database.ts'
import { isWithoutErrors, readSources, type Source } from '../../operations/project-files/read-sources.ts'
import { type Override, RulesServer } from './rules-server.ts'
import { testRules } from './test-rules.ts'

const services: readonly ServiceName[] = ['cloud.firestore', 'firebase.storage']

interface ReleaseJson {
  readonly name: string
  readonly rulesetName: string
}

interface Output {
  readonly print: (line: string) => void
  readonly tell: (sentence: string) => void
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
        return await show(command, await RulesServer.open(command), { print, tell })
      case 'test':
        return await testRules(command, systemClock, tell)
    }
  } catch (error) {
    if (!(error instanceof StatusError) && !isExpected(error)) throw error
    tell(error.message)
    return 1
  }
}

async function deploy(command: RulesCommand, tell: (sentence: string) => void): Promise<number> {
  const sources = await readSources(command.folder, tell)
  if (!isWithoutErrors(sources, tell)) return 1
  const { project, access } = command
  const server = await RulesServer.open(command)
  const overrides = await server.findOverrides()
  for (const source of sources) {
    const { service, file } = source
    const ruleset = await server.call('POST', 'rulesets', { source: { files: [file] }, note: command.note })
    const short = releaseOf(source, project)
    const release = { name: `projects/${project}/releases/${short}`, rulesetName: ruleset['name'] }
    await publish(server, short, release)
    tell(publishedText(source, `${project} at ${access.origin}`, overrides[service]))
    if (servicesOf([file]).includes(service)) continue
    tell(`${file.name} has no rules of ${service}: everything there is closed.`)
  }
  return 0
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
async function show({ project }: RulesCommand, server: RulesServer, output: Output): Promise<number> {
  const { releases = [] } = (await server.call('GET', 'releases')) as { releases?: ReleaseJson[] }
  for (const release of releases) {
    const id = release.rulesetName.split('/').at(-1) ?? ''
    const { source } = (await server.call('GET', `rulesets/${id}`)) as { source: { files: SourceFile[] } }
    for (const { name, content } of source.files) output.print(`// ${release.name}: ${name}\n${content.trimEnd()}\n`)
  }
  if (releases.length === 0) output.tell(`No rules are published for ${project}.`)
  const overrides = await server.findOverrides()
  for (const service of services) {
    const override = overrides[service]
    if (override === undefined) continue
    const holder = override.origin === 'file' ? `the file ${override.path}` : 'what a tool has set'
    output.tell(`For ${service} ${holder} holds on this server instead, which runs for development.`)
  }
  return 0
}

/** A file that is not there, or one that is no JSON. */
function isExpected(error: unknown): error is Error {
  return error instanceof SyntaxError || (error instanceof Error && 'syscall' in error)
}
