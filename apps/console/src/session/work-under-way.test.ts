import { expect, it } from 'vitest'
import { countWorkUnderWay, registerWork } from './work-under-way.ts'

it('counts what is registered, as it is when it is asked for, and nothing else', () => {
  expect(countWorkUnderWay()).toEqual({ uploads: 0, jobs: 0, exports: 0 })
  let uploads = 2
  registerWork('uploads', () => uploads)
  expect(countWorkUnderWay()).toEqual({ uploads: 2, jobs: 0, exports: 0 })
  uploads = 0
  expect(countWorkUnderWay().uploads).toBe(0)
})
