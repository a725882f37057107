import type { Document, Version } from '@hearth/model'

/** What one commit did to one document; at least one side is there. */
export interface DocumentDelta {
  readonly database: string
  readonly path: string
  readonly before: Document | undefined
  readonly after: Document | undefined
}

/** A commit as listeners and transactions see it: one version, each document once. */
export interface CommittedChanges {
  readonly version: Version
  readonly deltas: readonly DocumentDelta[]
  /** As the store keeps it (`history/author.ts`); undefined for servers. */
  readonly author?: string | undefined
}

/** The name of a document across the databases of a project: a key of maps and locks. */
export function documentKey(database: string, path: string): string {
  return `${database}\0${path}`
}
