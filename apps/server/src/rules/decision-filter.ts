import { DEFAULT_DATABASE } from '../documents/databases/database.ts'
import type { KeptDecision } from './decision-log.ts'

/** What decisions are put together by: the line of the rules, the kind of path, or the app and its SDK. */
export type GroupedBy = 'rule' | 'path' | 'app'

export interface DecisionFilter {
  readonly isAllowed?: boolean | undefined
  readonly service?: KeptDecision['service'] | undefined
  /** One of these. */
  readonly operations?: readonly string[] | undefined
  readonly uid?: string | undefined
  /** What the path begins with, or what it is where `isWholePath`. */
  readonly path?: string | undefined
  readonly isWholePath?: boolean | undefined
  /** That of the documents; requests for files have none. */
  readonly database?: string | undefined
  readonly group?: { readonly by: GroupedBy; readonly key: string } | undefined
}

export function matches(
  decision: KeptDecision,
  { isAllowed, service, operations, uid, path, isWholePath = false, database, group }: DecisionFilter,
): boolean {
  return (
    (isAllowed === undefined || decision.isAllowed === isAllowed) &&
    (service === undefined || decision.service === service) &&
    (operations === undefined || operations.includes(decision.operation)) &&
    (uid === undefined || decision.caller.uid === uid) &&
    (path === undefined || (isWholePath ? decision.path === path : decision.path.startsWith(path))) &&
    (database === undefined || databaseOf(decision) === database) &&
    (group === undefined || groupKeyOf(decision, group.by) === group.key)
  )
}

function databaseOf({ service, database = DEFAULT_DATABASE }: KeptDecision): string | undefined {
  return service === 'documents' ? database : undefined
}

/** Equal for those that belong together. A line of the rules is known by its text, so that it stays the same one when others come before it. */
export function groupKeyOf(decision: KeptDecision, by: GroupedBy): string {
  const { rule, reason = '', from, service, operation, path } = decision
  switch (by) {
    case 'rule':
      if (rule === undefined) return `${service}: ${reason}`
      return `${rule.fileName}:${rule.text === undefined ? rule.line : `${rule.nth}:${rule.text}`}`
    case 'path':
      return `${service}/${kindOfPath({ service, operation, path })}`
    case 'app':
      return `${from?.app ?? ''} ${from?.sdk ?? ''}`
  }
}

/** A path with stars for the ids in it: `orders/*`; of a file its folder. */
export function kindOfPath({ service, operation, path }: Pick<KeptDecision, 'service' | 'operation' | 'path'>): string {
  if (service === 'files') return operation === 'list' ? path : path.slice(0, path.lastIndexOf('/') + 1)
  const segments = path.split('/')
  // Behind the stars of a group of collections comes its name.
  const group = segments.indexOf('**')
  return segments.map((segment, at) => (at % 2 === 1 && (group < 0 || at < group) ? '*' : segment)).join('/')
}
