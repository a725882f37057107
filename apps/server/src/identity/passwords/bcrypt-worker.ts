import { parentPort, workerData } from 'node:worker_threads'
import { compareSync } from 'bcryptjs'

/** Runs in a thread of its own: one check takes a tenth of a second and more. */
const { password, hash } = workerData as { readonly password: string; readonly hash: string }
parentPort?.postMessage(compareSync(password, hash))
