import type { Log } from '../../lib/ambient.ts'

/** Of more pairs nobody reads the log. */
const PAIRS_MAX = 100

/**
 * The users of a page whose API key `hearth dev` doesn't know are those of its default project, whatever `projectId` the page has: its documents and
 * files then lie in another project than its users. The log says so, once for each pair of projects; the vendor's emulators warn at the same place.
 */
export function warnOfForeignTokens(log: Log): (issuedFor: string, project: string) => void {
  const warned = new Set<string>()
  return (issuedFor, project) => {
    const pair = `${issuedFor} ${project}`
    if (warned.has(pair) || warned.size >= PAIRS_MAX) return
    warned.add(pair)
    log.warn(
      { project, issuedFor },
      `a user of the project "${issuedFor}" asks for the project "${project}": the page has another projectId than the one its users are in; ` +
        `start \`hearth dev\` with HEARTH_PROJECT=${project}, or give the page the projectId "${issuedFor}"`,
    )
  }
}
