import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { SamlConfig } from '@node-saml/node-saml'
import { identityError } from '../identity-error.ts'
import { FairTurns } from '../passwords/fair-turns.ts'
import type { SamlAssertion } from './saml-assertion.ts'

/** An answer and what it is held against. */
export interface SamlCheck {
  /** Base64, as `readSamlResponse` lets it through. */
  readonly encoded: string
  readonly options: SamlConfig
  readonly requestId: string
  /** ISO 8601. */
  readonly askedAt: string
}

/** What was signed, or what was wrong. */
export interface SamlVerdict {
  readonly assertion?: { readonly Assertion?: SamlAssertion } | undefined
  readonly attributes?: unknown
  readonly problem?: string
}

const TIMEOUT_MS = 2_000
const HEAP_MIB = 64
/** Everybody who began a flow can send an answer: they have turns by where they come from, and who has most waiting loses some first. */
const answers = new FairTurns({ running: 1, waiting: 32, waitingPerProject: 16, waitingPerAccount: 16 })

/** An answer that came from `address`, in a thread, which is ended when it takes too long. Throws `PROVIDER_UNREACHABLE` where too many wait. */
export async function verifySaml(check: SamlCheck, address: string, turns = answers): Promise<SamlVerdict> {
  const asker = { project: check.options.issuer, address }
  return await turns.run(
    asker,
    () => verifyInThread(check),
    () => identityError('PROVIDER_UNREACHABLE', 'Too many answers of providers wait to be checked.'),
  )
}

async function verifyInThread(workerData: SamlCheck): Promise<SamlVerdict> {
  const resourceLimits = { maxOldGenerationSizeMb: HEAP_MIB }
  // The parser of XML warns on the console of what anybody sent; the log is the server's alone.
  const streams = { stdout: true, stderr: true }
  const worker = new Worker(new URL('./saml-worker.ts', import.meta.url), { workerData, resourceLimits, ...streams })
  worker.stdout.resume()
  worker.stderr.resume()
  try {
    const [verdict] = (await once(worker, 'message', { signal: AbortSignal.timeout(TIMEOUT_MS) })) as [SamlVerdict]
    return verdict
  } catch (error) {
    return { problem: error instanceof Error ? error.name : String(error) }
  } finally {
    await worker.terminate()
  }
}
