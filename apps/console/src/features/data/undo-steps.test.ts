import { describe, expect, it, vi } from 'vitest'
import { UndoSteps } from './undo-steps.ts'

describe('the ways back', () => {
  it('are gone once each, the latest first', async () => {
    const done: string[] = []
    const undos = new UndoSteps({ onDone: () => done.push('told'), onFailed: () => undefined })
    undos.push(async () => void done.push('one'))
    const second = undos.push(async () => void done.push('two'))
    undos.undo()
    await vi.waitFor(() => expect(done).toEqual(['two', 'told']))
    await second()
    undos.undo()
    await vi.waitFor(() => expect(done).toEqual(['two', 'told', 'one', 'told']))
    undos.undo()
    expect(done).toHaveLength(4)
  })

  it('that failed can be tried again', async () => {
    const failed: unknown[] = []
    let isBroken = true
    const undos = new UndoSteps({ onDone: () => failed.push('done'), onFailed: (thrown) => failed.push(thrown) })
    const step = undos.push(async () => {
      if (isBroken) throw new Error('not now')
    })
    await step()
    expect(failed).toEqual([undefined, new Error('not now')])
    isBroken = false
    await step()
    expect(failed.at(-1)).toBe('done')
  })

  it('are gone one after the other, however quickly they are asked for', async () => {
    const done: string[] = []
    const gates: (() => void)[] = []
    const undos = new UndoSteps({ onDone: () => done.push('told'), onFailed: () => undefined })
    undos.push(async () => void done.push('one'))
    undos.push(async () => {
      await new Promise<void>((resolve) => gates.push(resolve))
      done.push('two')
    })
    undos.undo()
    undos.undo()
    await vi.waitFor(() => expect(gates).toHaveLength(1))
    expect(done).toEqual([])
    gates[0]?.()
    await vi.waitFor(() => expect(done).toEqual(['two', 'told', 'one', 'told']))
  })

  it('are none before something that has none', async () => {
    const done: string[] = []
    const undos = new UndoSteps({ onDone: () => done.push('told'), onFailed: () => undefined })
    const step = undos.push(async () => void done.push('one'))
    undos.forget()
    undos.undo()
    await step()
    expect(done).toEqual([])
  })
})
