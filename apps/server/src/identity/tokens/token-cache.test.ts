import { describe, expect, it } from 'vitest'
import { TokenCache } from './token-cache.ts'

describe('a token cache', () => {
  it('gives back what it was given, by project and token', () => {
    const cache = new TokenCache<{ uid: string }>(10)
    cache.set('one-app', 't', { uid: 'ada' })
    expect(cache.get('one-app', 't')).toEqual({ uid: 'ada' })
    expect(cache.get('two-app', 't')).toBeUndefined()
    expect(cache.get('one-app', 'u')).toBeUndefined()
  })

  it('forgets every token of an account, and of no other', () => {
    const cache = new TokenCache<{ uid: string }>(10)
    cache.set('one-app', 'a1', { uid: 'ada' })
    cache.set('one-app', 'a2', { uid: 'ada' })
    cache.set('one-app', 'b1', { uid: 'bob' })
    cache.set('two-app', 'a1', { uid: 'ada' })
    cache.forgetAccount('one-app', 'ada')
    expect(cache.get('one-app', 'a1')).toBeUndefined()
    expect(cache.get('one-app', 'a2')).toBeUndefined()
    expect(cache.get('one-app', 'b1')).toEqual({ uid: 'bob' })
    expect(cache.get('two-app', 'a1')).toEqual({ uid: 'ada' })
  })

  it('holds so many and drops the one that was unused for longest', () => {
    const cache = new TokenCache<{ uid: string }>(2)
    cache.set('one-app', 'a', { uid: 'ada' })
    cache.set('one-app', 'b', { uid: 'bob' })
    cache.get('one-app', 'a')
    cache.set('one-app', 'c', { uid: 'cy' })
    expect(cache.size).toBe(2)
    expect(cache.get('one-app', 'b')).toBeUndefined()
    expect(cache.get('one-app', 'a')).toEqual({ uid: 'ada' })
  })

  it('forgets one token', () => {
    const cache = new TokenCache<{ uid: string }>(2)
    cache.set('one-app', 'a', { uid: 'ada/with/slashes' })
    cache.forget('one-app', 'a')
    expect(cache.get('one-app', 'a')).toBeUndefined()
    expect(cache.size).toBe(0)
  })
})
