import type { FirebaseApp } from 'firebase/app'
import { useSyncExternalStore } from 'react'
import { defaultDatabase } from '../databases/default-database.ts'
import { keep, keptKey, keptKeys } from '../firebase/kept-storage.ts'
import { connection } from './connection.ts'

/** Of a write that waits: this, the name of its app with its database, and an id. Each is an entry of its own, so that tabs don't overwrite each other's. */
const prefix = keptKey('write.')
/** Those that this page began, also where the browser keeps nothing. */
const own = new Set<string>()
const listeners = new Set<() => void>()
let waiting = count()

/**
 * Counts a write as waiting until the server has it. The SDK keeps writes while offline, also over reloads, and its promises then stay open,
 * so this count is what tells "waiting" from "saved". Returns the same promise.
 */
export function trackWrite<Result>(
  app: FirebaseApp,
  write: Promise<Result>,
  database: string = defaultDatabase,
): Promise<Result> {
  const key = `${queueOf(app, database)}${crypto.randomUUID()}`
  own.add(key)
  keep(key, '')
  tell()
  const patience = setTimeout(() => void connection.probe(), 3000)
  void write
    .catch(() => undefined)
    .finally(() => {
      clearTimeout(patience)
      forgetWrites([key])
    })
  return write
}

/** How many writes of this browser wait for the server, in whatever tab they were made. */
export function useWaitingWrites(): number {
  return useSyncExternalStore(subscribe, getWaitingWrites)
}

export function getWaitingWrites(): number {
  return waiting
}

/** The writes to a database of an app that other pages began, open or closed. */
export function otherPagesWrites(app: FirebaseApp, database: string): readonly string[] {
  return keptKeys(queueOf(app, database)).filter((key) => !own.has(key))
}

/** The databases of an app to which other pages left something to write, beside the default one. */
export function databasesWaiting(app: FirebaseApp): ReadonlySet<string> {
  const ofApp = `${prefix}${app.name}/`
  const waitingKeys = keptKeys(ofApp).filter((key) => !own.has(key))
  return new Set(waitingKeys.map((key) => key.slice(ofApp.length, key.lastIndexOf('.'))))
}

/** They are with the server. */
export function forgetWrites(gone: readonly string[]): void {
  for (const key of gone) {
    own.delete(key)
    keep(key, undefined)
  }
  tell()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  const now = count()
  if (now === waiting) return
  waiting = now
  for (const listener of listeners) listener()
}

function count(): number {
  return new Set([...own, ...keptKeys(prefix)]).size
}

/** What the keys of the writes to a database begin with. */
function queueOf({ name }: FirebaseApp, database: string): string {
  return `${prefix}${name}${database === defaultDatabase ? '' : `/${database}`}.`
}

addEventListener('storage', ({ key }) => {
  if (key === null || key.startsWith(prefix)) tell()
})
// Where the browser keeps nothing, a page that is closed takes its waiting writes with it.
addEventListener('beforeunload', (event) => {
  if (own.size > 0 && globalThis.indexedDB === undefined) event.preventDefault()
})
