/** `firebase` 8 in a page. */
import 'firebase/auth'
import 'firebase/firestore'
import 'firebase/storage'
import { initializeCompat, runCompatCalls } from './compat-calls.mjs'

// The release that is installed for the repository has no such export.
const { default: firebase } = await import('firebase/app')

globalThis.runCalls = async (origin, way) => await runCompatCalls(firebase, initializeCompat(firebase), origin, way)
