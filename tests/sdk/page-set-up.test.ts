import { runInThisContext } from 'node:vm'
import compat from 'firebase/compat/app'
import 'firebase/compat/auth'
import 'firebase/compat/firestore'
import 'firebase/compat/storage'
import { afterAll, describe, expect, test } from 'vitest'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'

/** Its types are those of a CommonJS module, which Node imports as its default. */
const firebase = compat as unknown as typeof compat.default

/** Ends the apps before the server that they talk to. */
const apps: AsyncDisposable = {
  async [Symbol.asyncDispose]() {
    await Promise.all(firebase.apps.map((app) => app.delete()))
  },
}

afterAll(() => void Reflect.deleteProperty(globalThis, 'firebase'))

/** What `<script src="/__/firebase/init.js">` does in a page that has loaded the SDK. */
async function runInit(server: TestServer, query = ''): Promise<void> {
  const script = await (await fetch(`${server.origin}/__/firebase/init.js${query}`)).text()
  Object.assign(globalThis, { firebase })
  runInThisContext(script)
}

describe('/__/firebase/init.js', () => {
  test('configures a page of `hearth dev` for the default project, and leads its services here', async () => {
    await using server = await TestServer.start({ mode: 'dev', settings: { HEARTH_PROJECT: 'shop-app' } })
    await using _apps = apps
    await runInit(server)
    const { user } = await firebase.auth().createUserWithEmailAndPassword('ada@example.com', 'correct horse')
    await firebase.firestore().doc('notes/one').set({ by: user?.uid })
    await firebase.storage().ref('one.txt').putString('hello')
    expect(firebase.app().options).toMatchObject({
      projectId: 'shop-app',
      storageBucket: 'shop-app.firebasestorage.app',
    })
    const asOwner = { headers: { authorization: 'Bearer owner' } }
    const document = await fetch(
      `${server.origin}/v1/projects/shop-app/databases/(default)/documents/notes/one`,
      asOwner,
    )
    expect(await document.json()).toMatchObject({ fields: { by: { stringValue: user?.uid } } })
    const file = await fetch(`${server.origin}/v0/b/shop-app.appspot.com/o/one.txt?alt=media`, asOwner)
    expect(await file.text()).toBe('hello')
  })

  test('under `hearth start` is for an app by its id, of which it tells what is public', async () => {
    await using server = await TestServer.start({ settings: { HEARTH_PUBLIC_URL: 'https://backend.example.com' } })
    await using _apps = apps
    const owner = await ConsoleAccount.claim(server)
    await owner.createProject('shop-app')
    const { app } = await owner.enter('shop-app')
    const named = `?appId=${encodeURIComponent(app.appId)}`
    const answer = await fetch(`${server.origin}/__/firebase/init.json${named}`)
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    expect(await answer.json()).toEqual({ ...app, authDomain: 'backend.example.com' })
    await runInit(server, named)
    expect(firebase.app().options).toMatchObject({ projectId: 'shop-app' })
    const { _delegate: files } = firebase.storage() as unknown as { _delegate: { host: string } }
    expect(files.host).toBe('backend.example.com')
    for (const query of ['', '?appId=1:1:web:1']) {
      const refused = await fetch(`${server.origin}/__/firebase/init.js${query}`)
      expect(refused.status).toBe(query === '' ? 400 : 404)
      expect(await refused.text()).not.toContain('shop-app')
    }
  })
})

test('`hearth dev` warns once where the users of a page are in another project than its documents', async () => {
  const warnings: string[] = []
  const log = { info() {}, error() {}, warn: (_fields: object, sentence: string) => void warnings.push(sentence) }
  await using server = await TestServer.start({ mode: 'dev', settings: { HEARTH_PROJECT: 'demo-app' }, log })
  await using _apps = apps
  const { hostname, port } = new URL(server.origin)
  for (const projectId of ['demo-app', 'shop-app']) {
    const app = firebase.initializeApp({ apiKey: 'any', projectId }, projectId)
    app.auth().useEmulator(server.origin)
    app.firestore().useEmulator(hostname, Number(port))
    await app.auth().signInAnonymously()
    await app.firestore().doc('notes/one').set({})
    await app.firestore().doc('notes/two').set({})
    expect(warnings).toHaveLength(projectId === 'demo-app' ? 0 : 1)
  }
  expect(warnings[0]).toMatch(/"demo-app" asks for the project "shop-app".*HEARTH_PROJECT=shop-app/)
})
