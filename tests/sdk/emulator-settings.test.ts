import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deleteApp, initializeApp } from 'firebase/app'
import { connectAuthEmulator, getAuth, signInAnonymously } from 'firebase/auth'
import { connectDatabaseEmulator, get, getDatabase, goOffline, ref as dataRef } from 'firebase/database'
import { connectFirestoreEmulator, doc, getDoc, getFirestore, setDoc, terminate } from 'firebase/firestore'
import { connectFunctionsEmulator, getFunctions, httpsCallable } from 'firebase/functions'
import { connectStorageEmulator, getDownloadURL, getStorage, ref, uploadString } from 'firebase/storage'
import { expect, test } from 'vitest'
import { SpawnedServer } from '../../apps/server/src/testing/spawned-server.ts'
import { freePort } from '../differential/vendor-emulator.ts'

/** A project folder as the vendor's command line makes it, with the ports of its emulators and a default project. */
async function withProjectFolder(ports: Record<string, number>, run: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-folder-'))
  try {
    const emulators = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, { port }]))
    await writeFile(join(folder, 'firebase.json'), JSON.stringify({ emulators }))
    await writeFile(join(folder, '.firebaserc'), JSON.stringify({ projects: { default: 'test' } }))
    await run(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

test('an app finds hearth dev at the ports that firebase.json gives the emulators, with a project id that these take', async () => {
  const [auth, firestore, storage] = [await freePort(), await freePort(), await freePort()]
  await withProjectFolder({ auth, firestore, storage }, async (folder) => {
    await using server = await SpawnedServer.start({ mode: 'dev', settings: { HEARTH_RULES: folder } })
    const app = initializeApp({ projectId: 'test', apiKey: 'any', storageBucket: 'test.appspot.com' })
    connectAuthEmulator(getAuth(app), `http://127.0.0.1:${auth}`, { disableWarnings: true })
    const db = getFirestore(app)
    connectFirestoreEmulator(db, '127.0.0.1', firestore)
    const bucket = getStorage(app)
    connectStorageEmulator(bucket, '127.0.0.1', storage)

    const { user } = await signInAnonymously(getAuth(app))
    const { aud } = JSON.parse(atob((await user.getIdToken()).split('.')[1] ?? '')) as { aud: string }
    // The key names no project: the default one of .firebaserc is meant.
    expect(aud).toBe('test')
    await setDoc(doc(db, 'notes/one'), { text: 'hello' })
    expect((await getDoc(doc(db, 'notes/one'))).data()).toEqual({ text: 'hello' })
    await uploadString(ref(bucket, 'note.txt'), 'hello')
    const link = await getDownloadURL(ref(bucket, 'note.txt'))
    expect(await (await fetch(link)).text()).toBe('hello')

    await terminate(db)
    await deleteApp(app)
    const { code, stdout } = await server.kill('SIGTERM')
    expect(code).toBe(0)
    expect(stdout).toContain(
      `Also at the ports of firebase.json: ${auth} (auth), ${firestore} (firestore), ${storage} (storage)`,
    )
  })
})

test('a port of firebase.json that is taken is warned of, and hearth dev goes on without it', async () => {
  await using other = await SpawnedServer.start({ mode: 'dev' })
  const firestore = await freePort()
  const ports = { auth: other.port, firestore, storage: firestore, hosting: 5000 }
  await withProjectFolder(ports, async (folder) => {
    await using server = await SpawnedServer.start({ mode: 'dev', settings: { HEARTH_RULES: folder } })
    expect((await fetch(`http://127.0.0.1:${firestore}/healthz`)).status).toBe(200)
    const { code, stdout, stderr } = await server.kill('SIGTERM')
    expect(code).toBe(0)
    expect(stderr).toContain(
      `Port ${other.port} of 127.0.0.1 is in use. firebase.json gives it to "auth": Hearth goes on without it.`,
    )
    expect(stderr).toContain('emulators that Hearth has none of: hosting (5000). Nothing of Hearth listens')
    expect(stdout).toContain(`Also at the ports of firebase.json: ${firestore} (firestore)\n`)
  })
})

test('at the ports of services that Hearth lacks the SDK is told so, and a project id of tests is no API key', async () => {
  const [functions, database] = [await freePort(), await freePort()]
  await withProjectFolder({ functions, database }, async (folder) => {
    await using server = await SpawnedServer.start({ mode: 'dev', settings: { HEARTH_RULES: folder } })
    const app = initializeApp({
      projectId: 'test',
      apiKey: 'apikey',
      databaseURL: `http://127.0.0.1:${database}?ns=test`,
    })
    const calls = getFunctions(app)
    connectFunctionsEmulator(calls, '127.0.0.1', functions)
    await expect(httpsCallable(calls, 'greet')()).rejects.toMatchObject({
      code: 'functions/unimplemented',
      message: expect.stringContaining('Hearth does not serve Cloud Functions.') as string,
    })
    const data = getDatabase(app)
    connectDatabaseEmulator(data, '127.0.0.1', database)
    await expect(get(dataRef(data, 'users/ada'))).rejects.toThrow(/Hearth does not serve the Realtime Database/)
    goOffline(data)
    const preflight = await fetch(`http://127.0.0.1:${functions}/test/us-central1/greet`, {
      method: 'OPTIONS',
      headers: { origin: 'http://localhost:5173', 'access-control-request-method': 'POST' },
    })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([
      204,
      'http://localhost:5173',
    ])

    connectAuthEmulator(getAuth(app), server.origin, { disableWarnings: true })
    const { user } = await signInAnonymously(getAuth(app))
    const { aud } = JSON.parse(atob((await user.getIdToken()).split('.')[1] ?? '')) as { aud: string }
    expect(aud).toBe('test')
    await deleteApp(app)
    const { stderr } = await server.kill('SIGTERM')
    expect(stderr).toContain(`functions (${functions}), database (${database}). At their ports it says so.`)
  })
})
