import { delimiter, join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'
import { OutsideApp } from '../outside-app.ts'

let app: OutsideApp
beforeAll(async () => {
  app = await OutsideApp.make()
}, 300_000)
afterAll(async () => {
  await app[Symbol.asyncDispose]()
})

const program = `
import { initializeApp } from 'firebase/app'
import { createUserWithEmailAndPassword } from 'firebase/auth'
import { connectHearth } from '@hearth/client'

const app = initializeApp({ apiKey: 'hk_shop-app_x', projectId: 'shop-app', appId: '1:1:web:1' })
const { auth, firestore, storage } = connectHearth(app, { origin: process.argv[2] })
const { user } = await createUserWithEmailAndPassword(auth, 'ada@example.com', 'correct horse')
const { addDoc, collection, getDocs } = await import('firebase/firestore')
await addDoc(collection(firestore, 'notes'), { by: user.uid })
const { docs } = await getDocs(collection(firestore, 'notes'))
const { getBytes, ref, uploadString } = await import('firebase/storage')
await uploadString(ref(storage, 'notes/a.txt'), 'hello')
const file = new TextDecoder().decode(await getBytes(ref(storage, 'notes/a.txt')))
console.log(JSON.stringify({ isOwn: docs.map((found) => found.get('by') === user.uid), file }))
process.exit(0)
`

/** The one that the repository brings, and the one that npm runs on, which is often an older one. */
const nodes = [process.execPath, nodeOfTheMachine()].map((path) => ({ path, version: versionOf(path) }))

it.each(nodes)(
  'shares the copy of the SDK that the app has, in a program that loads some of it later, on Node $version',
  async ({ path }) => {
    await using server = await TestServer.start({ mode: 'dev' })
    await app.write('program.js', program)
    expect(JSON.parse(await app.node(['program.js', server.origin], path))).toEqual({ isOwn: [true], file: 'hello' })
  },
)

/** The script of a page that uses one service, or all of them. */
const pages = {
  auth: `import { initializeApp } from 'firebase/app'
import { connectAuth } from '@hearth/client/auth'
import { signInAnonymously } from 'firebase/auth'
signInAnonymously(connectAuth(initializeApp({ apiKey: 'k', projectId: 'shop-app', appId: '1:1:web:1' })))`,
  all: `import { initializeApp } from 'firebase/app'
import { connectHearth } from '@hearth/client'
import { getAnalytics, logEvent } from 'firebase/analytics'
import { getId, getInstallations } from 'firebase/installations'
const app = initializeApp({ apiKey: 'k', projectId: 'shop-app', appId: '1:1:web:1' })
const services = connectHearth(app, { origin: 'https://hearth.example' })
logEvent(getAnalytics(app), 'begin', { services: Object.keys(services).length })
getId(getInstallations(app))`,
}
const plain = 'export default {}'
const routed = `import { hearth } from '@hearth/client/vite'
export default { plugins: [hearth({ origin: 'https://hearth.example' })] }`

describe('built by Vite', () => {
  it('a page that uses accounts alone carries nothing of documents, files, installations or analytics', async () => {
    const auth = [...(await app.build(pages.auth, plain)).values()].join('\n')
    const all = [...(await app.build(pages.all, plain)).values()].join('\n')
    for (const trace of ['google.firestore.v1', 'x-firebase-storage-version', 'FIS_v2', 'hearth_analytics_']) {
      expect(all.toLowerCase().includes(trace.toLowerCase())).toBe(true)
      expect(auth.toLowerCase().includes(trace.toLowerCase())).toBe(false)
    }
    // The SDK's part for accounts is 180,000 characters; what this package adds has to be small beside it.
    expect(auth.length).toBeLessThan(220_000)
    expect(auth.length).toBeLessThan(all.length / 2)
  })

  it('the code that sends events is a file of its own', async () => {
    const files = await app.build(pages.all, plain)
    const [name = '', ...others] = [...files]
      .filter(([, code]) => code.includes('hearth_analytics_'))
      .map(([file]) => file)
    expect(others).toEqual([])
    expect(name).toMatch(/^take-over-/)
    expect(files.get(name)?.length).toBeLessThan(16_000)
  })

  it('with the plugin, the constants of the SDKs lead to the origin and fetch stays as it is', async () => {
    const all = [...(await app.build(pages.all, routed)).values()].join('\n')
    expect(all.includes('https://hearth.example/v1')).toBe(true)
    expect(all.includes('firebaseinstallations.googleapis.com')).toBe(false)
    expect(all.includes('firebase.googleapis.com/v1alpha')).toBe(false)
    expect(all.includes('hearth.client.destinations')).toBe(false)
  })

  it('with the plugin, what Vite prepares for its development server leads to the origin too', async () => {
    await app.writePage(pages.all, routed)
    await app.write(
      'optimize.js',
      `import { readdirSync, readFileSync } from 'node:fs'
const { createServer } = await import(process.argv[2])
const server = await createServer({ logLevel: 'error', server: { port: 0, hmr: false, ws: false }, optimizeDeps: { include: ['firebase/installations', 'firebase/analytics', '@hearth/client'] } })
await server.listen()
await server.environments.client.depsOptimizer.scanProcessing
await Promise.all(Object.values(server.environments.client.depsOptimizer.metadata.discovered).map((found) => found.processing))
const folder = 'node_modules/.vite/deps'
const code = readdirSync(folder).filter((name) => name.endsWith('.js')).map((name) => readFileSync(folder + '/' + name, 'utf8')).join('')
console.log(JSON.stringify({ isThere: code.includes('https://hearth.example/v1'), isAtHome: code.includes("'https://firebaseinstallations.googleapis.com") || code.includes('"https://firebaseinstallations.googleapis.com/v1"') }))
await server.close()
process.exit(0)
`,
    )
    const vite = join(import.meta.dirname, '../../node_modules/vite/dist/node/index.js')
    expect(JSON.parse(await app.node(['optimize.js', vite]))).toEqual({ isThere: true, isAtHome: false })
  })
})

it('brings its types', async () => {
  await app.write(
    'typed.mts',
    `import { initializeApp } from 'firebase/app'
import { connectHearth, type HearthServices } from '@hearth/client'
import { connectAuth } from '@hearth/client/auth'
const app = initializeApp({ projectId: 'shop-app' })
export const services: HearthServices = connectHearth(app, { origin: 'http://127.0.0.1:4400' })
// @ts-expect-error
connectAuth(app, { origin: 4400 })
`,
  )
  const compiler = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc')
  const words = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2022', '--types', '']
  await expect(app.node([compiler, ...words, 'typed.mts'])).resolves.toBe('')
})

function nodeOfTheMachine(): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  const environment = { ...process.env, PATH: folders.join(delimiter) }
  return execFileSync('node', ['-p', 'process.execPath'], { env: environment, encoding: 'utf8' }).trim()
}

function versionOf(node: string): string {
  return execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
}
