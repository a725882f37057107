/** A library of the vendor's cloud by itself, against `hearth dev` by the variables of the emulators. */
import { runCalls } from './calls.mjs'
import { documentCalls, fileCalls } from './server-calls.mjs'

const [origin, library] = process.argv.slice(2)
const prefix = `run${Math.random().toString(36).slice(2)}`
const result = await runCalls(library === '@google-cloud/firestore' ? await documents() : await files())
process.stdout.write(`${JSON.stringify(result)}\n`)
process.exit(0)

async function documents() {
  process.env.FIRESTORE_EMULATOR_HOST = new URL(origin).host
  const { Firestore } = await import('@google-cloud/firestore')
  return documentCalls(new Firestore({ projectId: 'demo-app' }), prefix)
}

async function files() {
  const { Storage } = await import('@google-cloud/storage')
  const storage = new Storage({ projectId: 'demo-app', apiEndpoint: origin })
  return fileCalls(storage.bucket('demo-app.appspot.com'), prefix)
}
