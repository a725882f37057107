import type { Command } from 'commander'
import { SettingsError } from '../../config/server-config.ts'
import { type CommandContext, newCommand, onFile, projectOption, valueOption } from '../command.ts'
import { openBearerTokens } from '../server/bearer-tokens.ts'
import { readServerAccess, type ServerOptions, withServerOptions } from '../server/server-access.ts'
import { exportDocuments } from './export-documents.ts'
import { countDocuments, importDocuments } from './import-documents.ts'

const TOLD_EVERY_MS = 1_000

interface TransferOptions extends ServerOptions {
  readonly project: string
  readonly database: string
  readonly file?: string
  readonly collection?: string
}

/** `hearth documents export|import` */
export function documentsCommand(context: CommandContext): Command {
  const { tell } = context
  const documents = newCommand('documents', context)
    .description('Documents as lines of typed JSON, out of a running server and into one.')
    .addHelpText('after', '\nRun again, both go on where they were interrupted.')
  const exporting = documents
    .command('export')
    .description('write documents into a file')
    .addOption(valueOption('--collection <path>', 'with all below it; default: the whole database'))
    .action(async (given: string | undefined, options: TransferOptions) => {
      const { collection } = options
      if (collection !== undefined && collection.split('/').length % 2 === 0) {
        throw new SettingsError(['--collection is the path of a document; name a collection.'])
      }
      const file = oneFile(given, options.file, 'export')
      const target = await openTarget(options, context)
      const exported = await onFile(file, () =>
        exportDocuments({ ...target, file, collection, onProgress: progress('exported', tell) }),
      )
      tell(`${countDocuments(exported)} exported.`)
    })
  const importing = documents
    .command('import')
    .description('write the documents of such a file')
    .action(async (given: string | undefined, options: TransferOptions) => {
      const file = oneFile(given, options.file, 'import')
      const target = await openTarget(options, context)
      const onAnotherFile = (): void =>
        tell(`${file} is not the file whose import was begun: it is imported from its beginning.`)
      const imported = await onFile(file, () =>
        importDocuments({ ...target, file, onProgress: progress('imported', tell), onAnotherFile }),
      )
      tell(`${countDocuments(imported)} imported.`)
    })
  for (const command of [exporting, importing]) {
    command
      .argument('[file]')
      .addOption(projectOption())
      .option('--database <id>', '', '(default)')
      .addOption(valueOption('--file <file>', 'the file, when it is not named before the settings'))
    withServerOptions(command)
  }
  return documents
}

function oneFile(given: string | undefined, named: string | undefined, action: 'export' | 'import'): string {
  if (given !== undefined && named !== undefined) {
    throw new SettingsError(['The file is named twice: once is enough.'])
  }
  const file = given ?? named
  if (file === undefined) throw new SettingsError([`The file is missing: documents ${action} documents.jsonl`])
  return file
}

async function openTarget(options: TransferOptions, { environment }: CommandContext) {
  const { project, database } = options
  const { origin, credential } = readServerAccess(options, environment)
  return { origin, project, database, token: await openBearerTokens(credential, project) }
}

function progress(verb: 'exported' | 'imported', tell: CommandContext['tell']): (documents: number) => void {
  let toldAt = performance.now()
  return (documents) => {
    if (performance.now() - toldAt < TOLD_EVERY_MS) return
    toldAt = performance.now()
    tell(`${countDocuments(documents)} ${verb} …`)
  }
}
