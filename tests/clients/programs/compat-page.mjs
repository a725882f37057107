/** The API of before version 9 of a newer SDK in a page. */
import { connectHearth } from '@hearth/client'
import { getApp } from 'firebase/app'
import firebase from 'firebase/compat/app'
import 'firebase/compat/auth'
import 'firebase/compat/firestore'
import 'firebase/compat/storage'
import { initializeCompat, runCompatCalls } from './compat-calls.mjs'

globalThis.runCalls = async (origin, way) => {
  const app = initializeCompat(firebase)
  if (way === 'helper') connectHearth(getApp(), { origin })
  return await runCompatCalls(firebase, app, origin, way)
}
