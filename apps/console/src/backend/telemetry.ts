import { isMeasuringAllowed } from '../browser/preferences.ts'

/** What the console counts of its own use (product.md section 10): no content of documents, no names, no addresses. */
export type ConsoleEvent =
  | { readonly name: 'sign_up' }
  | { readonly name: 'login'; readonly method: 'password' | 'provider' | 'email_link' | 'passkey' }
  /** The route's pattern, never its values. */
  | { readonly name: 'screen_view'; readonly firebase_screen: string }
  | { readonly name: 'project_create' }
  | { readonly name: 'member_invite' }
  | { readonly name: 'document_write'; readonly operation: 'create' | 'update' | 'delete' }
  | { readonly name: 'search'; readonly found: 'some' | 'none' }
  | { readonly name: 'file_upload'; readonly size_class: 'small' | 'medium' | 'large' }
  | { readonly name: 'rules_publish' }
  | { readonly name: 'error_shown'; readonly code: string }

export interface EventSink {
  readonly log: (event: ConsoleEvent) => void
}

const waitingMax = 50

let openSink: (() => Promise<EventSink>) | undefined
let sink: EventSink | undefined
let isOpening = false
let waiting: ConsoleEvent[] = []
/** How many there were in this page. */
let users = 0

/** Says where events go. The sink is opened with the first event that may be counted. */
export function startTelemetry(open: () => Promise<EventSink>): void {
  openSink = open
}

/** Whoever is counted next is somebody else: the sink is opened anew with their first event. */
export function closeTelemetry(): void {
  users++
  sink = undefined
  isOpening = false
  waiting = []
}

/** Counts an event, unless the person or the browser asked not to. Goes to this server and nowhere else. */
export function track(event: ConsoleEvent): void {
  if (openSink === undefined || !isMeasuringAllowed()) return
  if (sink !== undefined) {
    sink.log(event)
    return
  }
  if (waiting.length < waitingMax) waiting.push(event)
  if (isOpening) return
  isOpening = true
  const user = users
  openSink().then(
    (opened) => {
      if (user !== users) return
      sink = opened
      for (const kept of waiting) opened.log(kept)
      waiting = []
    },
    () => {
      if (user !== users) return
      // Counting is never worth an error: what waited is dropped, and the next event tries again.
      isOpening = false
      waiting = []
    },
  )
}
