import { StatusError } from '@hearth/model'
import type { IndexesCommand } from '../config/indexes-command.ts'
import { openBearerTokens } from './server/bearer-tokens.ts'
import { ServerCalls } from './server/server-calls.ts'
import { readIndexSources } from '../operations/project-files/index-sources.ts'

interface Deployed {
  readonly created: number
  readonly kept: number
  readonly overridden: number
  readonly restored: number
  readonly skipped: readonly string[]
}

interface ListedIndex {
  readonly name: string
  readonly queryScope: string
  readonly state: string
  /** Who wanted an index over several fields: a query that read too much, or somebody. */
  readonly origin?: 'automatic' | 'declared'
  readonly fields: readonly { readonly fieldPath: string; readonly order?: string; readonly arrayConfig?: string }[]
}

interface ListedField {
  readonly name: string
  readonly indexConfig: { readonly usesAncestorConfig?: boolean; readonly indexes: readonly ListedIndex[] }
  readonly ttlConfig?: { readonly state: string }
}

/** Runs the command. Answers the exit status: 0, or 1 after a sentence about what went wrong. */
export async function runIndexes(
  command: IndexesCommand,
  print: (line: string) => void,
  tell: (sentence: string) => void,
): Promise<number> {
  try {
    const token = await openBearerTokens(command.access.credential, command.project)
    const server = new ServerCalls({ origin: command.access.origin, token })
    return command.action === 'deploy' ? await deploy(command, server, tell) : await list(command, server, print)
  } catch (error) {
    if (!(error instanceof StatusError) && !(error instanceof SyntaxError)) throw error
    tell(error.message)
    return 1
  }
}

async function deploy(
  { folder, project, database: asked, prune }: IndexesCommand,
  server: ServerCalls,
  tell: (sentence: string) => void,
): Promise<number> {
  const sources = await readIndexSources(folder, () => tell('firebase.json names no indexes that can be found.'))
  const found = sources.filter(({ database }) => asked === undefined || database === asked)
  if (found.every(({ content }) => content === undefined)) {
    tell(`There are no indexes to deploy in ${folder}.`)
    return 1
  }
  for (const { database, path, content } of found) {
    if (content === undefined) continue
    const address = `/hearth/v1/projects/${project}/databases/${database}/indexes${prune ? '?prune=true' : ''}`
    const result = (await server.call('POST', address, parse(path, content))) as Deployed
    const { created, kept, overridden, restored, skipped } = result
    tell(
      `${database}: ${counted(created, 'index', 'indexes')} new and being built, ${kept} there before; ${counted(overridden, 'field', 'fields')} overridden, ${restored} as by default again.`,
    )
    for (const reason of skipped) tell(reason)
  }
  return 0
}

/** One line for each index over several fields, marked where it built itself, and for each field that is not indexed, or kept, as all are. */
async function list(
  { project, database = '(default)' }: IndexesCommand,
  server: ServerCalls,
  print: (line: string) => void,
): Promise<number> {
  const groups = `/v1/projects/${project}/databases/${database}/collectionGroups/-`
  const { indexes } = (await server.call('GET', `${groups}/indexes`)) as { indexes: readonly ListedIndex[] }
  for (const { name, queryScope, state, origin, fields } of indexes) {
    const parts = fields.map(({ fieldPath, order, arrayConfig }) => `${fieldPath} ${arrayConfig ?? order ?? ''}`)
    const isAutomatic = origin === 'automatic' ? ' (automatic)' : ''
    print(`${state.padEnd(12)} ${queryScope.padEnd(16)} ${groupOf(name)}: ${parts.join(', ')}${isAutomatic}`)
  }
  const { fields } = (await server.call('GET', `${groups}/fields`)) as { fields: readonly ListedField[] }
  for (const { name, indexConfig, ttlConfig } of fields) {
    const field = `${groupOf(name)}: ${name.slice(name.indexOf('/fields/') + '/fields/'.length)}`
    if (ttlConfig !== undefined) print(`${ttlConfig.state.padEnd(12)} ${'TTL'.padEnd(16)} ${field}`)
    if (indexConfig.usesAncestorConfig === true) continue
    if (indexConfig.indexes.length === 0) print(`${''.padEnd(12)} ${'EXEMPT'.padEnd(16)} ${field}`)
    for (const {
      state,
      queryScope,
      fields: [only],
    } of indexConfig.indexes) {
      print(`${state.padEnd(12)} ${queryScope.padEnd(16)} ${field} ${only?.arrayConfig ?? only?.order ?? ''}`)
    }
  }
  return 0
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}

function groupOf(name: string): string {
  return name.split('/')[5] ?? ''
}

function parse(path: string, content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    throw new StatusError('invalid-argument', 'INVALID_JSON', `${path} is not JSON.`)
  }
}
