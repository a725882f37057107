import { StatusError } from '@hearth/model'
import { servicesOf, type SourceFile } from '@hearth/rules'
import { systemClock } from '../../ambient.ts'
import type { RulesCommand } from '../../config/rules-command.ts'
import { isWithoutErrors, readSources } from './read-sources.ts'
import { RulesServer } from './rules-server.ts'
import { testRules } from './test-rules.ts'

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
        return await show(await RulesServer.open(command), print)
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
  if (sources.length === 0) {
    tell(`There are no rules in ${command.folder}.`)
    return 1
  }
  if (!isWithoutErrors(sources, tell)) return 1
  const { project } = command
  const server = await RulesServer.open(command)
  for (const { service, file } of sources) {
    const ruleset = await server.call('POST', 'rulesets', { source: { files: [file] }, note: command.note })
    const short = service === 'cloud.firestore' ? service : `${service}/${project}.appspot.com`
    const release = { name: `projects/${project}/releases/${short}`, rulesetName: ruleset['name'] }
    await publish(server, short, release)
    tell(`${file.name} holds for ${service}.`)
    if (servicesOf([file]).includes(service)) continue
    tell(`${file.name} has no rules of ${service}: everything there is closed.`)
  }
  return 0
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

async function show(server: RulesServer, print: (line: string) => void): Promise<number> {
  const { releases } = await server.call('GET', 'releases')
  for (const release of (releases ?? []) as { name: string; rulesetName: string }[]) {
    const id = release.rulesetName.split('/').at(-1) ?? ''
    const { source } = (await server.call('GET', `rulesets/${id}`)) as { source: { files: SourceFile[] } }
    for (const { name, content } of source.files) print(`// ${release.name}: ${name}\n${content.trimEnd()}\n`)
  }
  return 0
}

/** A file that is not there, or one that is no JSON. */
function isExpected(error: unknown): error is Error {
  return error instanceof SyntaxError || (error instanceof Error && 'syscall' in error)
}
