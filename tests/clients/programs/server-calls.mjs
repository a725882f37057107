import { assertSame } from './calls.mjs'

/** What a server does with documents, by the Admin SDK or by the library of the documents alone. `prefix` is the run's own collection. */
export function documentCalls(firestore, prefix) {
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

/** The same with the files of a bucket. */
export function fileCalls(bucket, prefix) {
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
