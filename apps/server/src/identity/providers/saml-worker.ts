import { parentPort, workerData } from 'node:worker_threads'
import { checkSaml } from './check-saml.ts'
import type { SamlCheck } from './verify-saml.ts'

/** Runs in a thread of its own, which is ended when it takes too long. */
parentPort?.postMessage(await checkSaml(workerData as SamlCheck))
