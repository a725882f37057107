import { resolve } from 'node:path'
import { applyIndexes } from '@hearth/api'
import { StatusError } from '@hearth/model'
import type { Command } from 'commander'
import { parseCommentedJson } from '../lib/outside-json.ts'
import { readIndexSources } from '../operations/project-files/index-files.ts'
import { CommandFailure, type CommandContext, newCommand, projectOption, valueOption } from './command.ts'
import { openServer } from './server/open-server.ts'
import { type ServerOptions, withServerOptions } from './server/server-access.ts'

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

interface ListOptions extends ServerOptions {
  readonly project: string
  readonly database?: string
}

interface DeployOptions extends ListOptions {
  readonly indexes?: string
  readonly prune?: boolean
}

/** `hearth indexes deploy|list` */
export function indexesCommand(context: CommandContext): Command {
  const indexes = newCommand('indexes', context).description(
    'Indexes, exemptions and expiry of fields, from firebase.json and firestore.indexes.json.',
  )
  const deploy = indexes
    .command('deploy')
    .description('declare what the files say')
    .addOption(projectOption())
    .addOption(valueOption('--indexes <folder>', 'of the files; default: the working folder'))
    .addOption(valueOption('--database <id>', 'default: those that the files are about'))
    .option('--prune', 'fields that the file does not name are indexed as all are again')
    .action(async (options: DeployOptions) => deployIndexes(options, context))
  const list = indexes
    .command('list')
    .description('print the indexes over several fields, and the fields that are not indexed or kept as all are')
    .addOption(projectOption())
    .addOption(valueOption('--database <id>', 'default: (default)'))
    .action(async (options: ListOptions) => listIndexes(options, context))
  withServerOptions(deploy)
  withServerOptions(list)
  return indexes
}

async function deployIndexes(options: DeployOptions, context: CommandContext): Promise<void> {
  const { project, database: asked, prune } = options
  const { tell } = context
  const server = await openServer(options, context)
  const folder = resolve(options.indexes ?? '.')
  const found = (await readSources(folder, tell)).filter(({ database }) => asked === undefined || database === asked)
  if (found.every(({ content }) => content === undefined)) {
    throw new CommandFailure(`There are no indexes to deploy in ${folder}.`)
  }
  for (const { database, path, content } of found) {
    if (content === undefined) continue
    const query = { prune: prune ? 'true' : undefined }
    const result = await server.callApi(applyIndexes, { project, database, query, body: parse(path, content) })
    const { created, kept, overridden, restored, skipped } = result
    tell(
      `${database}: ${counted(created, 'index', 'indexes')} new and being built, ${kept} there before; ${counted(overridden, 'field', 'fields')} overridden, ${restored} as by default again.`,
    )
    for (const reason of skipped) tell(reason)
  }
}

async function readSources(folder: string, tell: CommandContext['tell']) {
  try {
    return await readIndexSources(folder, () => tell('firebase.json names no indexes that can be found.'))
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    throw new CommandFailure(cause.message, { cause })
  }
}

/** One line for each index over several fields, marked where it built itself, and for each field that is not indexed, or kept, as all are. */
async function listIndexes(options: ListOptions, context: CommandContext): Promise<void> {
  const { project, database = '(default)' } = options
  const { print } = context
  const server = await openServer(options, context)
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
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}

function groupOf(name: string): string {
  return name.split('/')[5] ?? ''
}

function parse(path: string, content: string): unknown {
  try {
    return parseCommentedJson(content)
  } catch {
    throw new StatusError('invalid-argument', 'INVALID_JSON', `${path} is not JSON.`)
  }
}
