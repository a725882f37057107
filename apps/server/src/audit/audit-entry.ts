import { createHash } from 'node:crypto'
import type { Caller } from '../access/caller.ts'
import type { ActName } from './act-names.ts'

/** Who did something. */
export type Actor =
  /** An account of the console. */
  | { readonly kind: 'person'; readonly uid: string }
  /** A program, by the id of its service key. */
  | { readonly kind: 'service-key'; readonly id: string }
  /** Somebody who had no account yet, or who showed a code from a mail. */
  | { readonly kind: 'visitor' }
  | { readonly kind: 'server' }

/** What is to be written down. No field ever holds a password, a token, a key's private part or the content of a document. */
export interface AuditedAct {
  readonly project: string
  readonly actor: Actor
  /** `service-keys.create`, `users.accounts:update`, `team.update`. */
  readonly action: ActName
  /** What it was done to: uids, the name of a release, a path. */
  readonly target: string
  readonly detail?: Readonly<Record<string, string>>
  /** Where the request came from, and its id in the server's log; absent where there was no request. */
  readonly address?: string
  readonly requestId?: string
}

/** Resolves when the act is written down durably. Throws `unavailable` when it can't be. */
export type RecordAct = (act: AuditedAct) => Promise<void>

export interface AuditEntry extends Required<Omit<AuditedAct, 'project' | 'action'>> {
  /** Maybe one that only another version of the server writes. */
  readonly action: string
  /** From 1, without gaps. */
  readonly number: number
  /** Milliseconds since the epoch. */
  readonly at: number
  /** The hash of the entry before; 64 zeros for the first. */
  readonly previous: string
  /** SHA-256 in hexadecimal, see `hashOfEntry`. */
  readonly hash: string
}

/** An entry as far as it is named from elsewhere: the newest one, or the last one that is no longer kept. */
export interface ChainLink {
  readonly number: number
  readonly hash: string
}

/** Before the first entry. */
export const chainStart: ChainLink = { number: 0, hash: '0'.repeat(64) }

/**
 * SHA-256 over the JSON text of an array: number, at, actor's kind, its uid or id or an empty text, action, target, the detail's names and
 * values in pairs ordered by name, address, request id, the previous hash. So whoever has the entries can check them without this program.
 */
export function hashOfEntry(entry: Omit<AuditEntry, 'hash'>): string {
  const { number, at, actor, action, target, detail, address, requestId, previous } = entry
  const who = actor.kind === 'person' ? actor.uid : actor.kind === 'service-key' ? actor.id : ''
  const details = Object.entries(detail).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const content = [number, at, actor.kind, who, action, target, details, address, requestId, previous]
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}

/** Undefined for those whose acts are not written down: visitors, users of apps, and `Bearer owner` of `hearth dev`. */
export function actorOf(caller: Caller): Actor | undefined {
  if (caller.kind === 'operator') return { kind: 'person', uid: caller.uid }
  return caller.kind === 'admin' && caller.key !== undefined ? { kind: 'service-key', id: caller.key } : undefined
}
