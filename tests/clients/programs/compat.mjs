/** The API of before version 9 in Node. */
import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { initializeCompat, runCompatCalls } from './compat-calls.mjs'

const [origin, way] = process.argv.slice(2)
const load = createRequire(join(process.cwd(), 'package.json'))
const { version } = JSON.parse(readFileSync('node_modules/firebase/package.json', 'utf8'))
const firebase = await loaded()
const app = initializeCompat(firebase)
if (way === 'helper') {
  const { connectHearth } = await import('@hearth/client')
  const { getApp } = await import('firebase/app')
  connectHearth(getApp(), { origin })
}
process.stdout.write(`${JSON.stringify(await runCompatCalls(firebase, app, origin, way))}\n`)
process.exit(0)

async function loaded() {
  const isOld = version.startsWith('8.')
  // Before 9.4 the files for imports lead to a folder, which Node takes for none.
  if (isOld || /^9\.[0-3]\./.test(version)) {
    const entry = isOld ? 'firebase' : 'firebase/compat'
    const firebase = load(`${entry}/app`)
    for (const service of ['auth', 'firestore', 'storage']) load(`${entry}/${service}`)
    return firebase.default ?? firebase
  }
  const { default: firebase } = await import('firebase/compat/app')
  for (const service of ['auth', 'firestore', 'storage']) await import(`firebase/compat/${service}`)
  return firebase
}
