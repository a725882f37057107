import { listAudit } from '@hearth/api'
import type { Command } from 'commander'
import { ChainVerifier } from '../audit/audit-chain.ts'
import type { AuditEntry, ChainLink } from '../audit/audit-entry.ts'
import { SettingsError } from '../config/server-config.ts'
import { CommandFailure, type CommandContext, newCommand, projectOption, valueOption } from './command.ts'
import { openServer } from './server/open-server.ts'
import { type ServerOptions, withServerOptions } from './server/server-access.ts'

const PAGE_SIZE = 500
/** Of what is wrong, so much is told. */
const TOLD_MAX = 20

/** A page of the log, the newest entries first. That its entries are whole is for the check. */
interface Page {
  readonly entries: readonly AuditEntry[]
  readonly nextPageToken?: string
  readonly head: ChainLink
  readonly anchor: ChainLink
}

interface VerifyOptions extends ServerOptions {
  readonly project: string
  readonly seen?: string
}

/** `hearth audit verify` */
export function auditCommand(context: CommandContext): Command {
  const audit = newCommand('audit', context).description(
    'The audit log of a project, whose entries are chained by their hashes.',
  )
  const verify = audit
    .command('verify')
    .description('read the whole log from the server and check that no entry was changed or taken out')
    .addOption(projectOption())
    .addOption(
      valueOption(
        '--seen <number:hash>',
        "an entry that an earlier run named as the newest: shows that the log wasn't replaced as a whole",
      ),
    )
    .action(async (options: VerifyOptions) => verifyAudit(options, context))
  withServerOptions(verify)
  return audit
}

/** Checks the log here, so that what a server says of itself need not be believed. Throws `CommandFailure` for a log that is not unbroken. */
async function verifyAudit(options: VerifyOptions, context: CommandContext): Promise<void> {
  const { tell } = context
  const seen = parseSeen(options.seen)
  const server = await openServer(options, context)
  const readPage = async (pageToken?: string): Promise<Page> =>
    (await server.callApi(listAudit, { project: options.project, query: { pageSize: PAGE_SIZE, pageToken } })) as Page
  let page = await readPage()
  const { head } = page
  const verifier = new ChainVerifier(head, seen)
  for (;;) {
    for (const entry of page.entries) verifier.take(entry)
    if (page.nextPageToken === undefined) break
    page = await readPage(page.nextPageToken)
  }
  const breaks = verifier.end(page.anchor)
  for (const { number, problem } of breaks.slice(0, TOLD_MAX)) tell(`Entry ${number} ${sentences[problem]}.`)
  if (breaks.length > TOLD_MAX) tell(`${breaks.length - TOLD_MAX} more entries are wrong.`)
  if (breaks.length > 0) throw new CommandFailure()
  const older = page.anchor.number === 0 ? '' : ` (those up to ${page.anchor.number} are no longer kept)`
  tell(`${verifier.verified} entries, unbroken${older}.`)
  if (head.number > 0) tell(`The newest is ${head.number}:${head.hash}. Keep it elsewhere, for --seen.`)
}

/** `<number>:<hash>` */
function parseSeen(text: string | undefined): { number: number; hash: string } | undefined {
  if (text === undefined) return undefined
  const [, number, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? []
  if (hash === undefined) throw new SettingsError(['--seen must be a number, a colon and 64 digits.'])
  return { number: Number(number), hash }
}

const sentences = {
  changed: 'is not what was written',
  missing: 'is missing',
  replaced: 'is not the one that was seen',
} as const
