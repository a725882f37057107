import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FuzzOptions, FuzzResult } from './fuzz.ts'
import { readRecord } from './input-record.ts'

/** A result as it comes from the other process, where buffers are plain bytes. */
export type SentResult = Omit<FuzzResult, 'corpus' | 'finding'> & {
  readonly corpus: readonly Uint8Array[]
  readonly finding: (Omit<NonNullable<FuzzResult['finding']>, 'input'> & { readonly input: Uint8Array }) | undefined
}

/**
 * `fuzz` in a process of its own: an input that ends the process, such as one that fills the heap of a thread at once or leads
 * node itself astray, is a finding like others.
 */
export async function fuzzInProcess(options: FuzzOptions): Promise<FuzzResult> {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-fuzz-'))
  try {
    return await runProcess({ ...options, record: join(folder, 'input') })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function runProcess(options: FuzzOptions & { readonly record: string }): Promise<FuzzResult> {
  const child = fork(new URL('fuzz-child.ts', import.meta.url), { serialization: 'advanced' })
  let sent: SentResult | undefined
  child.on('message', (result: SentResult) => (sent = result))
  child.send(options)
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  if (sent !== undefined) return received(sent)
  // An error of the fuzzer itself is on standard error.
  if (code === 1) throw new Error(`The process that fuzzes ${options.target} failed`)
  const message = `ended the process (${signal ?? code})`
  const finding = { kind: 'crash', message, input: readRecord(options.record) } as const
  return { executions: 0, corpus: [], longestPart: 0, finding }
}

function received({ corpus, finding, ...rest }: SentResult): FuzzResult {
  return {
    ...rest,
    corpus: corpus.map((input) => Buffer.from(input)),
    finding: finding && { ...finding, input: Buffer.from(finding.input) },
  }
}
