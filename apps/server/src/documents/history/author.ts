import type { Caller } from '../../access/caller.ts'

/** Who wrote a version. */
export type Author =
  | { readonly kind: 'user' | 'operator'; readonly uid: string }
  | { readonly kind: 'visitor' }
  /** A server credential, or the server itself; also what nobody knows any more. */
  | { readonly kind: 'server' }

/** `user:<uid>`, `operator:<uid>` or `visitor`, as the store keeps it; nothing for servers. */
export function authorOf(caller: Caller): string | undefined {
  switch (caller.kind) {
    case 'user':
    case 'operator':
      return `${caller.kind}:${caller.uid}`
    case 'visitor':
      return 'visitor'
    case 'admin':
      return undefined
  }
}

export function parseAuthor(text: string | undefined): Author {
  if (text === undefined) return { kind: 'server' }
  const [, kind, uid] = /^(user|operator):(.*)$/s.exec(text) ?? []
  if ((kind === 'user' || kind === 'operator') && uid !== undefined) return { kind, uid }
  return { kind: 'visitor' }
}
