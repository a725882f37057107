import { deleteApp, initializeApp } from 'firebase/app'
import { connectDataConnectEmulator, executeQuery, getDataConnect, queryRef } from 'firebase/data-connect'
import {
  connectDatabaseEmulator,
  get,
  getDatabase,
  goOffline,
  onDisconnect,
  onValue,
  ref,
  set,
  update,
} from 'firebase/database'
import { connectFunctionsEmulator, getFunctions, httpsCallable } from 'firebase/functions'
import { deleteApp as deleteAdminApp, getApps } from 'firebase-admin/app'
import { getAppCheck } from 'firebase-admin/app-check'
import { getFunctions as getAdminFunctions } from 'firebase-admin/functions'
import { getMachineLearning } from 'firebase-admin/machine-learning'
import { getMessaging, Messaging } from 'firebase-admin/messaging'
import { getProjectManagement } from 'firebase-admin/project-management'
import { getRemoteConfig } from 'firebase-admin/remote-config'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { connectAdmin, type ServiceKey } from '../../packages/client/src/admin.ts'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { RawClient } from '../../apps/server/src/testing/raw-client.ts'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'

let shared: TestServer
let raw: RawClient
beforeAll(async () => {
  shared = await TestServer.start()
  raw = new RawClient(shared.port)
})
afterAll(async () => {
  raw[Symbol.dispose]()
  await shared[Symbol.asyncDispose]()
})

/** An empty `host` is the server's own. */
async function ask(method: string, host: string, path: string): Promise<{ status: number; body: unknown }> {
  const headers = { 'content-type': 'application/json', ...(host !== '' && { host }) }
  const body = method === 'GET' ? undefined : '{}'
  const { status, text } = await raw.ask({ method, path, headers, body })
  return { status, body: JSON.parse(text) }
}

afterEach(async () => {
  delete process.env['STORAGE_EMULATOR_HOST']
  for (const app of getApps()) await deleteAdminApp(app)
})

async function failureOf(call: Promise<unknown>): Promise<{ code: string; message: string }> {
  const outcome = await call.then(
    () => new Error('it went well'),
    (error: unknown) => error,
  )
  const { code, message } = outcome as { code: string; message: string }
  return { code, message }
}

test('an Admin SDK whose messages can not be led to the server is connected to none', () => {
  const key: ServiceKey = { project_id: 'shop-app', private_key_id: 'k', private_key: 'k', client_email: 'k@shop-app' }
  const led: Partial<Messaging> = Messaging.prototype
  const setting = Messaging.prototype.enableLegacyHttpTransport
  delete led.enableLegacyHttpTransport
  try {
    expect(() => connectAdmin({ key, origin: shared.origin })).toThrow("its messages would go to the vendor's host")
    expect(getApps()).toEqual([])
  } finally {
    led.enableLegacyHttpTransport = setting
  }
})

test('services of the Admin SDK that are not here say so, and no device token is called bad', async () => {
  await using server = await TestServer.start()
  const owner = await ConsoleAccount.claim(server)
  await owner.createProject('shop-app')
  const made = await owner.call('POST', '/projects/shop-app/service-keys', { name: 'Test' })
  const { app } = connectAdmin({ key: (await made.json()) as ServiceKey, origin: server.origin })

  const messaging = getMessaging(app)
  const message = { token: 'a-device', notification: { title: 'hello' } }
  const sent = await failureOf(messaging.send(message))
  expect(sent.code).toBe('messaging/unknown-error')
  expect(sent.message).toContain('Hearth does not serve Cloud Messaging.')
  const { failureCount, responses } = await messaging.sendEach([message, message])
  expect(failureCount).toBe(2)
  for (const { error } of responses) {
    expect(error?.code).toBe('messaging/unknown-error')
    expect(error?.message).toContain('Hearth does not serve Cloud Messaging.')
  }
  const subscribed = await messaging.subscribeToTopic('a-device', 'news')
  const [refusal] = subscribed.errors
  expect(refusal?.error.message).toContain('Hearth does not serve Cloud Messaging.')
  expect(refusal?.error.code).toBe('messaging/unknown-error')
  // It says nothing of what a server says.
  expect((await failureOf(getProjectManagement(app).createAndroidApp('com.example.shop'))).code).toBe(
    'project-management/unknown-error',
  )
  const calls: [what: string, call: () => Promise<unknown>, service: string][] = [
    ['remote config', () => getRemoteConfig(app).getTemplate(), 'Remote Config'],
    ['app check', () => getAppCheck(app).createToken('1:1:web:1'), 'App Check'],
    ['models', () => getMachineLearning(app).listModels(), 'Firebase ML'],
    ['tasks', () => getAdminFunctions(app).taskQueue('resize').enqueue({ id: 1 }), 'Cloud Tasks'],
  ]
  for (const [what, call, service] of calls) {
    const failure = await failureOf(call())
    expect(failure.message, what).toContain(`Hearth does not serve ${service}.`)
    expect(failure.code, what).not.toMatch(/not-found|not-registered/)
  }
})

test('callables and Data Connect end with a sentence', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  const app = initializeApp({ projectId: 'demo-app', apiKey: 'demo-app' })
  const functions = getFunctions(app)
  connectFunctionsEmulator(functions, '127.0.0.1', server.port)
  const called = await failureOf(httpsCallable(functions, 'hello')({ name: 'Ada' }))
  expect(called.code).toBe('functions/unimplemented')
  expect(called.message).toContain('Hearth does not serve Cloud Functions.')
  const { stream } = httpsCallable(functions, 'hello')
  const streamed = await stream({ name: 'Ada' }).then(async ({ data }) => await failureOf(data), failureOf)
  expect(streamed.message).toContain('Hearth does not serve Cloud Functions.')

  const dataConnect = getDataConnect(app, { connector: 'c', location: 'us-central1', service: 's' })
  connectDataConnectEmulator(dataConnect, '127.0.0.1', server.port)
  const query = await failureOf(Promise.resolve(executeQuery(queryRef(dataConnect, 'all'))))
  expect(query.message).toContain('Hearth does not serve Data Connect.')
  await deleteApp(app)
})

test('the Realtime Database refuses each request, so that none waits for ever, and holds up no stop', async () => {
  const server = await TestServer.start({ mode: 'dev' })
  const app = initializeApp({ projectId: 'demo-app', databaseURL: 'https://demo-app-default-rtdb.firebaseio.com' })
  const database = getDatabase(app)
  connectDatabaseEmulator(database, '127.0.0.1', server.port)
  const users = ref(database, 'users')
  const heard = failureOf(new Promise((resolve, reject) => onValue(ref(database, 'heard'), resolve, reject)))
  const long = 'ä'.repeat(40_000)
  for (const [what, call] of [
    ['get', failureOf(get(users))],
    ['set', failureOf(set(users, { ada: 1 }))],
    ['a long set', failureOf(set(users, { long }))],
    ['update', failureOf(update(users, { ada: 2 }))],
    ['a second get', failureOf(get(ref(database, 'others')))],
    ['onDisconnect', failureOf(onDisconnect(users).remove())],
  ] as const) {
    expect((await call).message, what).toContain('Hearth does not serve the Realtime Database.')
  }
  expect((await heard).message).toMatch(/heard/)
  // Its client is still connected.
  await server[Symbol.asyncDispose]()
  goOffline(database)
  await deleteApp(app)
})

test.each([
  ['POST', 'fcm.googleapis.com', '/batch', 'Cloud Messaging'],
  ['POST', 'iid.googleapis.com', '/iid/v1:batchAdd', 'Cloud Messaging'],
  ['POST', 'us-central1-shop-app.cloudfunctions.net', '/hello', 'Cloud Functions'],
  ['POST', '', '/shop-app/europe-west3/hello', 'Cloud Functions'],
  ['POST', '', '/shop-app/nowhere/hello', 'Cloud Functions'],
  ['POST', '', '/shop-app/moon-base/hello', 'Cloud Functions'],
  ['POST', 'firebaseremoteconfig.googleapis.com', '/v1/projects/P/namespaces/firebase:fetch', 'Remote Config'],
  ['POST', '', '/v1/projects/P/apps/1:1:web:1:exchangeRecaptchaV3Token', 'App Check'],
  ['POST', '', '/v1beta/projects/P/apps/1:1:web:1:exchangeDebugToken', 'App Check'],
  ['POST', '', '/v1/projects/P/apps/1:1:web:1:exchangeDebugToken', 'App Check'],
  ['POST', 'fcmregistrations.googleapis.com', '/v1/projects/P/registrations', 'Cloud Messaging'],
  ['POST', 'firebasevertexai.googleapis.com', '/v1beta/projects/P/models/gemini:generateContent', 'AI Logic'],
  ['GET', 'firebaseapphosting.googleapis.com', '/v1beta/projects/P/locations/-/backends', 'App Hosting'],
  ['GET', 'firebasehosting.googleapis.com', '/v1beta1/sites/x/releases', 'Hosting'],
  ['POST', 'firebase.googleapis.com', '/v1beta1/projects/P/webApps', 'project management'],
  ['GET', 'unheard.googleapis.com', '/v9/anything', 'this method of the vendor’s APIs'],
  ['GET', '', '/v1/projects/P/unheardOf', 'this method of the vendor’s APIs'],
])('%s %s%s is answered 501 in the form of Google’s APIs', async (method, host, path, service) => {
  const { status, body } = await ask(method, host, path)
  expect(status).toBe(501)
  expect(body).toMatchObject({ error: { code: 501, status: 'UNIMPLEMENTED' } })
  expect((body as { error: { message: string } }).error.message).toContain(`Hearth does not serve ${service}.`)
})

test.each(['/hearth/nowhere/hello', '/hearth/v1/nothing', '/unheard/v1/nothing'])(
  'a POST to %s is no call of a function',
  async (path) => {
    expect((await ask('POST', '', path)).body).not.toHaveProperty('error.message', expect.stringContaining('Cloud'))
  },
)

test.each([
  ['GET', '', '/.json?ns=demo-app-default-rtdb'],
  ['PUT', '', '/users/ada.json?ns=demo-app-default-rtdb'],
  ['PATCH', '', '/users/ada.json?ns=demo-app-default-rtdb'],
  ['GET', 'shop-app.firebaseio.com', '/users.json'],
  ['GET', 'shop-app.europe-west1.firebasedatabase.app', '/.settings/rules.json'],
  ['GET', '', '/.lp?start=t&ns=demo-app'],
])('%s %s%s is answered 501 in the form of the Realtime Database', async (method, host, path) => {
  const { status, body } = await ask(method, host, path)
  expect(status).toBe(501)
  expect(body).toEqual({ error: expect.stringContaining('Hearth does not serve the Realtime Database.') as string })
})
