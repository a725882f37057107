import { expect, it } from 'vitest'
import { readLogSearch } from './log-filter.ts'

it('reads what an address asks of the log, and leaves out what nobody can mean', () => {
  const whole = { status: '4xx', method: 'POST', minMs: '1000', source: 'apps', within: '1h', path: '/v1/', uid: 'ada' }
  expect(readLogSearch({ ...whole, entry: 'r-1', id: 'r-2' })).toEqual({ ...whole, entry: 'r-1', id: 'r-2' })
  // The router has read the numbers of the address.
  expect(readLogSearch({ minMs: 100, uid: 7 })).toEqual({ minMs: '100', uid: '7' })
  expect(readLogSearch({ status: '6xx', method: 'BREW', minMs: '5', source: 'all', within: '1y', path: '' })).toEqual(
    {},
  )
})
