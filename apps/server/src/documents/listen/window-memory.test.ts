import { expect, test } from 'vitest'
import { MemoryBudget } from '../../http/memory-budget.ts'
import { WindowMemory } from './window-memory.ts'

const MIB = 1024 * 1024
const tooMuchHeld = expect.objectContaining({ reason: 'TOO_MUCH_HELD' }) as Error

test('what a window holds is counted for one at a time: the first with room', () => {
  const budget = new MemoryBudget({ bytesMax: 32 * MIB })
  const [one, other, third] = [budget.lease('10.0.0.1'), budget.lease('10.0.0.2'), budget.lease('10.0.0.3')]
  const window = new WindowMemory()
  const [leave, leaveToo, leaveLast] = [window.join(one), window.join(other), window.join(third)]
  window.hold(2 * MIB)
  expect([one.heldBytes, other.heldBytes]).toEqual([2 * MIB, 0])
  const busy = budget.lease('10.0.0.1')
  busy.take(17 * MIB)
  window.hold(4 * MIB)
  expect([one.heldBytes, other.heldBytes]).toEqual([0, 4 * MIB])
  leaveToo()
  expect([other.heldBytes, third.heldBytes]).toEqual([0, 4 * MIB])
  third.release()
  busy.release()
  // A client that is gone has given back everything already.
  window.hold(7 * MIB)
  expect(one.heldBytes).toBe(7 * MIB)
  leaveLast()
  leave()
  expect(budget.heldBytes).toBe(0)
})

test('where nobody has room, the last who leaves hears of it, or who wants more', () => {
  const budget = new MemoryBudget({ bytesMax: 4 * MIB })
  const [one, other] = [budget.lease('10.0.0.1'), budget.lease('10.0.0.2')]
  const window = new WindowMemory()
  expect(() => window.hold(1)).toThrow(expect.objectContaining({ reason: 'TARGET_GONE' }) as Error)
  const leave = window.join(one)
  window.join(other)
  window.hold(2 * MIB)
  expect(() => window.hold(3 * MIB)).toThrow(tooMuchHeld)
  expect(one.heldBytes).toBe(2 * MIB)
  budget.lease('10.0.0.2').take(MIB)
  expect(leave).toThrow(tooMuchHeld)
  window.release()
  expect(budget.heldBytes).toBe(MIB)
})
