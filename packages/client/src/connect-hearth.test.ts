import { deleteApp, initializeApp } from 'firebase/app'
import { getAuth } from 'firebase/auth'
import { getFirestore, initializeFirestore } from 'firebase/firestore'
import {
  collection,
  getFirestore as getFirestoreLite,
  initializeFirestore as initializeFirestoreLite,
  query,
  where,
} from 'firebase/firestore/lite'
import { getStorage } from 'firebase/storage'
import { afterEach, describe, expect, it } from 'vitest'
import { connectAuth } from './auth.ts'
import { connectHearth } from './index.ts'
import { refFromURL } from './storage.ts'

let made: ReturnType<typeof initializeApp>[] = []
let names = 0
function newApp() {
  const app = initializeApp({ apiKey: 'hk_shop-app_x', projectId: 'shop-app', appId: '1:1:web:1' }, `test ${names++}`)
  made.push(app)
  return app
}
afterEach(async () => {
  await Promise.all(made.map(deleteApp))
  made = []
})

describe('connectHearth', () => {
  it('hands out the very services that the SDK hands out afterwards', () => {
    const app = newApp()
    const { auth, firestore, storage } = connectHearth(app, { origin: 'https://hearth.example' })
    expect(getAuth(app)).toBe(auth)
    expect(getFirestore(app)).toBe(firestore)
    expect(getStorage(app, 'gs://shop-app.firebasestorage.app')).toBe(storage)
  })

  it('lets no request wait for the days of use that the SDK counts for the vendor', async () => {
    const app = newApp()
    connectAuth(app, { origin: 'https://hearth.example' })
    const { container } = app as unknown as {
      container: { getProvider(name: string): { getImmediate(): { getHeartbeatsHeader(): Promise<string> } } }
    }
    expect(await container.getProvider('heartbeat').getImmediate().getHeartbeatsHeader()).toBe('')
    expect(Object.keys(container.getProvider('heartbeat').getImmediate())).not.toContain('_storage')
  })

  it('returns the same services when it is called again', () => {
    const app = newApp()
    const first = connectHearth(app, { origin: 'http://127.0.0.1:4400' })
    expect(connectHearth(app, { origin: 'http://127.0.0.1:4400/' })).toEqual(first)
    expect(connectAuth(app, { origin: 'http://127.0.0.1:4400' })).toBe(first.auth)
  })

  it('refuses a second origin for the same app', () => {
    const app = newApp()
    connectHearth(app, { origin: 'https://hearth.example' })
    expect(() => connectHearth(app, { origin: 'https://else.example' })).toThrowError(
      'connected to https://hearth.example already',
    )
  })

  it.each([
    ['https://hearth.example', 'hearth.example', 'https'],
    ['https://hearth.example:8443', 'hearth.example:8443', 'https'],
    ['http://127.0.0.1:4400', '127.0.0.1:4400', 'http'],
    ['http://hearth.local', 'hearth.local:80', 'http'],
  ])('points storage at %s', (origin, host, scheme) => {
    const { storage } = connectHearth(newApp(), { origin })
    expect(storage).toMatchObject({ host, _protocol: scheme })
  })

  it.each([
    ['https://hearth.example', 'hearth.example', true],
    ['http://127.0.0.1:4400', '127.0.0.1:4400', false],
  ])('points documents at %s', (origin, host, ssl) => {
    const { firestore } = connectHearth(newApp(), { origin })
    expect(firestore.toJSON()).toMatchObject({ settings: { host, ssl } })
  })

  it('points auth at an https origin without the warnings of the emulator', () => {
    const { auth } = connectHearth(newApp(), { origin: 'https://hearth.example' })
    expect(auth.emulatorConfig).toMatchObject({
      protocol: 'https',
      host: 'hearth.example',
      options: { disableWarnings: true },
    })
  })

  it.each(['hearth.example', 'ftp://hearth.example', 'https://hearth.example/path', 'https://u@hearth.example', ''])(
    'refuses %j as an origin',
    (origin) => {
      expect(() => connectHearth(newApp(), { origin })).toThrowError('is not an origin')
    },
  )

  it('asks for an origin outside a page', () => {
    expect(() => connectHearth(newApp())).toThrowError('needs an origin')
  })
})

describe('every database and bucket of a connected app', () => {
  const origin = 'https://hearth.example'
  const settingsOf = (database: object) => (database as { _getSettings(): object })._getSettings()

  it('is at the origin when it is asked for afterwards, by whatever name and settings', () => {
    const app = newApp()
    connectHearth(app, { origin })
    const made = [
      getFirestore(app, 'second'),
      initializeFirestore(app, { ignoreUndefinedProperties: true }, 'third'),
      getFirestoreLite(app),
      getFirestoreLite(app, 'second'),
      initializeFirestoreLite(app, {}, 'third'),
    ]
    for (const database of made) expect(settingsOf(database)).toMatchObject({ host: 'hearth.example', ssl: true })
    expect(settingsOf(made[1] ?? {})).toMatchObject({ ignoreUndefinedProperties: true })
    expect(getStorage(app, 'gs://other.appspot.com')).toMatchObject({ host: 'hearth.example', _protocol: 'https' })
  })

  it('is at the origin when it was there before and not used yet', () => {
    const app = newApp()
    const made = [getFirestore(app), getFirestore(app, 'second'), getFirestoreLite(app, 'second')]
    const files = getStorage(app, 'gs://other.appspot.com')
    connectHearth(app, { origin: 'http://127.0.0.1:4400' })
    for (const database of made) expect(settingsOf(database)).toMatchObject({ host: '127.0.0.1:4400', ssl: false })
    expect(files).toMatchObject({ host: '127.0.0.1:4400', _protocol: 'http' })
  })

  it('is at the origin in an SDK that has none of the fields of a newer one', () => {
    const app = newApp()
    const files = getStorage(app, 'gs://other.appspot.com')
    Reflect.deleteProperty(files, '_isUsingEmulator')
    Reflect.deleteProperty(files, '_protocol')
    connectHearth(app, { origin: 'http://127.0.0.1:4400' })
    expect(files).toMatchObject({ host: '127.0.0.1:4400', _protocol: 'http' })
  })

  it.each([
    'https://firebasestorage.googleapis.com/v0/b/other.appspot.com/o/notes%2Fa.txt?alt=media&token=t',
    'https://hearth.example/v0/b/other.appspot.com/o/notes%2Fa.txt',
    'gs://other.appspot.com/notes/a.txt',
  ])('has the file of the link %s', (link) => {
    const { storage } = connectHearth(newApp(), { origin })
    expect(refFromURL(storage, link)).toMatchObject({ bucket: 'other.appspot.com', fullPath: 'notes/a.txt' })
  })

  it('is at the origin when only accounts are connected', () => {
    const app = newApp()
    connectAuth(app, { origin })
    expect(settingsOf(getFirestore(app, 'second'))).toMatchObject({ host: 'hearth.example' })
    expect(getStorage(app, 'gs://other.appspot.com')).toMatchObject({ host: 'hearth.example' })
  })

  it('can still be initialised again with the same settings', () => {
    const app = newApp()
    connectHearth(app, { origin })
    const settings = { ignoreUndefinedProperties: true }
    expect(initializeFirestore(app, settings, 'second')).toBe(initializeFirestore(app, settings, 'second'))
  })

  it('is refused at another host, each time', () => {
    const app = newApp()
    connectHearth(app, { origin })
    const elsewhere = () => initializeFirestore(app, { host: 'else.example' }, 'second')
    expect(elsewhere).toThrowError("its Firestore can't be at else.example too")
    expect(elsewhere).toThrowError("its Firestore can't be at else.example too")
    expect(settingsOf(getFirestore(app, 'second'))).toMatchObject({ host: 'hearth.example' })
  })

  it('stops the connecting when it was used at the vendor before', () => {
    const app = newApp()
    query(collection(getFirestoreLite(app, 'second'), 'notes'), where('isOpen', '==', true))
    expect(() => connectHearth(app, { origin })).toThrowError('was used before it was connected')
  })

  it('leaves the databases of other apps alone', () => {
    connectHearth(newApp(), { origin })
    expect(settingsOf(getFirestore(newApp(), 'second'))).toMatchObject({ host: 'firestore.googleapis.com' })
  })
})
