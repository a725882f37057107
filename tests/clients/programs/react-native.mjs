import { getReactNativePersistence } from 'firebase/auth'
import { runWebCalls } from './web-calls.mjs'
import { XMLHttpRequest } from './xml-http-request.mjs'

const [origin, way] = process.argv.slice(2)
globalThis.XMLHttpRequest = XMLHttpRequest
// As React Native has no such function.
Reflect.deleteProperty(URL, 'canParse')
const kept = new Map()
const storage = {
  getItem: async (key) => kept.get(key) ?? null,
  setItem: async (key, value) => void kept.set(key, value),
  removeItem: async (key) => void kept.delete(key),
}
const result = await runWebCalls(origin, way, getReactNativePersistence(storage))
process.stdout.write(`${JSON.stringify(result)}\n`)
process.exit(0)
