import { type AuditEntry, chainStart, hashOfEntry } from '../../../apps/server/src/audit/audit-entry.ts'
import { ChainVerifier } from '../../../apps/server/src/audit/audit-chain.ts'
import { parseServerManifest } from '../../../apps/server/src/backups/server/server-manifest.ts'
import { parseJsonBody } from '../../../apps/server/src/http/request-body.ts'
import { type FuzzTarget, KIB } from '../fuzz-target.ts'
import { same } from './judgement.ts'

const manifest = {
  format: 1,
  release: '0.1.0',
  createdAt: 1_800_000_000_000,
  projects: [
    {
      id: 'demo-app',
      version: 7,
      documents: 3,
      sizeBytes: 4096,
      sha256: 'ab',
      files: { count: 1, sizeBytes: 5, missing: 0 },
    },
  ],
}
const changes = [{ take: 1, number: 3 }, { take: 0, hash: 'x' }, { drop: 2 }, { take: 5, target: 'y', previous: '' }]

/** What this server kept, and somebody may have changed since: the manifest of a backup, and the log of what was done. */
export const keptTextTargets: readonly FuzzTarget[] = [
  {
    name: 'server-manifest',
    form: 'json',
    watches: ['/backups/server/server-manifest.ts'],
    seeds: [JSON.stringify(manifest), JSON.stringify({ ...manifest, format: 2 }), '{"format":'],
    limitBytes: 64 * KIB,
    open: () => ({
      run(input) {
        try {
          parseServerManifest(input.toString(), 'the folder')
        } catch (error) {
          // It is a command that reads it, which tells the sentence.
          const isSentence =
            error instanceof Error && error.constructor === Error && error.message.includes('the folder')
          if (!isSentence) throw error
        }
      },
    }),
  },
  {
    name: 'audit-chain',
    form: 'json',
    watches: ['/audit/audit-chain.ts', '/audit/audit-entry.ts'],
    // What is changed in a chain of eight entries, the newest first.
    seeds: ['[]', JSON.stringify(changes), ...changes.map((change) => JSON.stringify([change]))],
    words: ['take', 'drop', 'number', 'hash', 'previous', 'target', 'at'],
    limitBytes: 64 * KIB,
    open() {
      const chain = chainOf(8)
      return { run: (input) => verifyChanged(chain, parseJsonBody(input)) }
    },
  },
]

function chainOf(length: number): readonly AuditEntry[] {
  const entries: AuditEntry[] = []
  for (let number = 1; number <= length; number++) {
    const previous = entries.at(-1)?.hash ?? chainStart.hash
    const entry = {
      number,
      at: number,
      actor: { kind: 'server' },
      action: 'a',
      target: 't',
      detail: {},
      previous,
    } as const
    const told = { ...entry, address: '', requestId: '' }
    entries.push({ ...told, hash: hashOfEntry(told) })
  }
  return entries.toReversed()
}

/** A chain is in order exactly when nothing in it was changed. */
function verifyChanged(chain: readonly AuditEntry[], json: unknown): void {
  const [head] = chain
  if (head === undefined) return
  const changed = chain.map((entry) => ({ ...entry }))
  const dropped = new Set<number>()
  for (const change of Array.isArray(json) ? json.slice(0, 20) : []) {
    const { take, drop, ...members } = (typeof change === 'object' && change !== null ? change : {}) as Record<
      string,
      unknown
    >
    if (typeof drop === 'number') dropped.add(drop)
    const entry = changed[Number(take)]
    if (entry === undefined) continue
    if (typeof members['number'] === 'number') entry.number = members['number']
    if (typeof members['at'] === 'number') entry.at = members['at']
    for (const name of ['hash', 'previous', 'target'] as const) {
      const text = members[name]
      if (typeof text === 'string') entry[name] = text
    }
  }
  const left = changed.filter((_entry, at) => !dropped.has(at))
  const verifier = new ChainVerifier(head)
  for (const entry of left) verifier.take(entry)
  const breaks = verifier.end(chainStart)
  const isWhole = JSON.stringify(left) === JSON.stringify(chain)
  same(breaks.length === 0, isWhole)
  if (isWhole) same(verifier.verified, chain.length)
}
