/** `firebase` 8 in a page. */
import firebase from 'firebase/app'
import 'firebase/auth'
import 'firebase/firestore'
import 'firebase/storage'
import { initializeCompat, runCompatCalls } from './compat-calls.mjs'

globalThis.runCalls = async (origin, way) => await runCompatCalls(firebase, initializeCompat(firebase), origin, way)
