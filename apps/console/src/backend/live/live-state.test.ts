import { describe, expect, it } from 'vitest'
import { liveStateOf, type Heard } from './live-state.ts'

const live = { status: 'live' } as const
const offline = { status: 'offline', since: 500 } as const
const reconnecting = { status: 'reconnecting', since: 600, retryAt: 900, isForeign: false } as const

function heard(changes: Partial<Heard<string>>): Heard<string> {
  return {
    snapshot: undefined,
    isFromCache: false,
    isEmpty: false,
    serverHeardAt: undefined,
    error: undefined,
    retry: () => undefined,
    ...changes,
  }
}

class CodedError extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

describe('what a screen may say of a listener', () => {
  it('is loading until the server was heard', () => {
    expect(liveStateOf(heard({}), live)).toEqual({ status: 'loading' })
  })

  it('stays loading while there is only an empty snapshot from the cache', () => {
    expect(liveStateOf(heard({ snapshot: '', isFromCache: true }), live)).toEqual({ status: 'loading' })
  })

  it('is live with the server’s snapshot', () => {
    expect(liveStateOf(heard({ snapshot: 'a', serverHeardAt: 1 }), live)).toEqual({ status: 'live', data: 'a' })
  })

  it('is stale since the server was last heard when the snapshot comes from the cache', () => {
    const state = liveStateOf(heard({ snapshot: 'a', isFromCache: true, serverHeardAt: 7 }), live)
    expect(state).toEqual({ status: 'stale', data: 'a', since: 7 })
  })

  it.each([offline, reconnecting])('is offline with what was known while the connection is $status', (connection) => {
    const state = liveStateOf(heard({ snapshot: 'a', serverHeardAt: 7 }), connection)
    expect(state).toEqual({ status: 'offline', data: 'a', since: 7 })
  })

  it('is offline without data when nothing was ever heard', () => {
    const state = liveStateOf(heard({ snapshot: '', isFromCache: true, isEmpty: true }), offline)
    expect(state).toEqual({ status: 'offline', data: undefined, since: 500 })
  })

  it('is offline with what the page knows from elsewhere, as old as the interruption', () => {
    const state = liveStateOf(heard({ snapshot: 'a', isFromCache: true }), offline)
    expect(state).toEqual({ status: 'offline', data: 'a', since: 500 })
  })

  it('is denied for permission-denied and failed for every other error, also while offline', () => {
    expect(liveStateOf(heard({ error: new CodedError('permission-denied') }), live).status).toBe('denied')
    expect(liveStateOf(heard({ error: new CodedError('failed-precondition') }), offline).status).toBe('failed')
    expect(liveStateOf(heard({ error: 'a text' }), live).status).toBe('failed')
  })
})
