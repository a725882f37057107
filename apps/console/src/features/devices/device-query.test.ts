import { describe, expect, it } from 'vitest'
import { parametersOf, readDeviceQuery, readDevicesSearch } from './device-query.ts'

describe('the devices in the address', () => {
  it('reads what it knows and leaves out the rest', () => {
    expect(readDeviceQuery({ platform: 'ios', app: '1:2:ios:3', uid: 42, seen: 'week', other: 'x' })).toEqual({
      platform: 'ios',
      app: '1:2:ios:3',
      uid: '42',
      seen: 'week',
    })
    expect(readDeviceQuery({ platform: 'fridge', app: '', uid: '', seen: 'never' })).toEqual({})
  })

  it('keeps the open device beside the query', () => {
    expect(readDevicesSearch({ seen: 'day', device: 'cAbc' })).toEqual({ seen: 'day', device: 'cAbc' })
  })
})

describe('what the server is asked', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')

  it('turns "seen" into a time', () => {
    expect(parametersOf({ seen: 'week' }, now)).toEqual({ seenFrom: '2026-11-14T12:00:00.000Z' })
    expect(parametersOf({ seen: 'not-quarter' }, now)).toEqual({ seenBefore: '2026-08-23T12:00:00.000Z' })
  })

  it('calls an app by its id', () => {
    expect(parametersOf({ app: '1:2:web:3', platform: 'web', uid: 'ada' }, now)).toEqual({
      appId: '1:2:web:3',
      platform: 'web',
      uid: 'ada',
    })
  })
})
