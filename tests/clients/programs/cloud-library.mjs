/** A library of the vendor's cloud by itself, against `hearth dev` by the variables of the emulators. */
import { assertSame, runCalls } from './calls.mjs'

const [origin, library] = process.argv.slice(2)
const prefix = `run${Math.random().toString(36).slice(2)}`
const result = await runCalls(library === '@google-cloud/firestore' ? await documents() : await files())
process.stdout.write(`${JSON.stringify(result)}\n`)
process.exit(0)

async function documents() {
  process.env.FIRESTORE_EMULATOR_HOST = new URL(origin).host
  const { Firestore } = await import('@google-cloud/firestore')
  const firestore = new Firestore({ projectId: 'demo-app' })
  return {
    'documents: write, query': async () => {
      await firestore.doc(`${prefix}/a`).set({ n: 1 })
      assertSame((await firestore.collection(prefix).where('n', '==', 1).get()).size, 1)
    },
    'documents: transaction': () =>
      firestore.runTransaction(async (transaction) => {
        const found = await transaction.get(firestore.doc(`${prefix}/a`))
        transaction.set(firestore.doc(`${prefix}/b`), found.data())
      }),
    'documents: listen': () =>
      new Promise((resolve, reject) => {
        const stop = firestore.doc(`${prefix}/a`).onSnapshot((found) => {
          stop()
          resolve(found)
        }, reject)
      }),
  }
}

async function files() {
  const { Storage } = await import('@google-cloud/storage')
  const bucket = new Storage({ projectId: 'demo-app', apiEndpoint: origin }).bucket('demo-app.appspot.com')
  return {
    'files: upload, read': async () => {
      await bucket.file(`${prefix}/note.txt`).save('hello', { resumable: false })
      assertSame(String((await bucket.file(`${prefix}/note.txt`).download())[0]), 'hello')
    },
    'files: upload in parts': async () => {
      await bucket.file(`${prefix}/large`).save(Buffer.alloc(9_000_000), { resumable: true })
      assertSame(Number((await bucket.file(`${prefix}/large`).getMetadata())[0].size), 9_000_000)
    },
    'files: list': async () => assertSame((await bucket.getFiles({ prefix }))[0].length, 2),
  }
}
