import { StatusError } from '@hearth/model'
import { ChainVerifier } from '../audit/audit-chain.ts'
import type { AuditEntry, ChainLink } from '../audit/audit-entry.ts'
import type { AuditCommand } from '../config/audit-command.ts'
import { openBearerTokens } from './server/bearer-tokens.ts'
import { ServerCalls } from './server/server-calls.ts'

const pageSize = 500
/** Of what is wrong, so much is told. */
const toldMax = 20

/** What the server answers under `/hearth/v1/projects/:project/audit`, the newest entries first. */
interface Page {
  readonly entries: readonly AuditEntry[]
  readonly nextPageToken?: string
  readonly head: ChainLink
  readonly anchor: ChainLink
}

/**
 * Reads the log of a project and checks it here, so that what a server says of itself need not be believed. Answers the exit status: 0 for an
 * unbroken log, 1 after sentences about what is wrong.
 */
export async function verifyAudit(command: AuditCommand, tell: (sentence: string) => void): Promise<number> {
  try {
    const { project, seen, access } = command
    const server = new ServerCalls({ origin: access.origin, token: await openBearerTokens(access.credential, project) })
    const address = `/hearth/v1/projects/${encodeURIComponent(project)}/audit?pageSize=${pageSize}`
    let page = (await server.call('GET', address)) as Page
    const { head } = page
    const verifier = new ChainVerifier(head, seen)
    for (;;) {
      for (const entry of page.entries) verifier.take(entry)
      if (page.nextPageToken === undefined) break
      page = (await server.call('GET', `${address}&pageToken=${page.nextPageToken}`)) as Page
    }
    const breaks = verifier.end(page.anchor)
    for (const { number, problem } of breaks.slice(0, toldMax)) tell(`Entry ${number} ${sentences[problem]}.`)
    if (breaks.length > toldMax) tell(`${breaks.length - toldMax} more entries are wrong.`)
    if (breaks.length > 0) return 1
    const older = page.anchor.number === 0 ? '' : ` (those up to ${page.anchor.number} are no longer kept)`
    tell(`${verifier.verified} entries, unbroken${older}.`)
    if (head.number > 0) tell(`The newest is ${head.number}:${head.hash}. Keep it elsewhere, for --seen.`)
    return 0
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    tell(error.message)
    return 1
  }
}

const sentences = {
  changed: 'is not what was written',
  missing: 'is missing',
  replaced: 'is not the one that was seen',
} as const
