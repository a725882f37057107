import { describe, expect, it, vi } from 'vitest'
import { UndoSteps, type WayBack } from './undo-steps.ts'

/** A change of a list of words, and its way back, and so on. */
function wayOf(done: string[], name: string, isBack = true): WayBack {
  return async () => {
    done.push(isBack ? `-${name}` : `+${name}`)
    return wayOf(done, name, !isBack)
  }
}

describe('the ways back', () => {
  it('are gone once each, the latest first', async () => {
    const done: string[] = []
    const undos = new UndoSteps(() => done.push('told'))
    undos.push(wayOf(done, 'one'))
    const second = undos.push(wayOf(done, 'two'))
    undos.undo()
    await vi.waitFor(() => expect(done).toEqual(['-two', 'told']))
    await second()
    undos.undo()
    await vi.waitFor(() => expect(done).toEqual(['-two', 'told', '-one', 'told']))
    expect(undos.getSnapshot()).toMatchObject({ canUndo: false, canRedo: true })
    undos.undo()
    expect(done).toHaveLength(4)
  })

  it('that failed say why and can be tried again', async () => {
    const done: string[] = []
    let isBroken = true
    const undos = new UndoSteps(() => done.push('told'))
    const step = undos.push(async () => {
      if (isBroken) throw new Error('not now')
      return wayOf(done, 'it', false)
    })
    await step()
    expect(undos.getSnapshot()).toEqual({ canUndo: true, canRedo: false, problem: new Error('not now') })
    isBroken = false
    await step()
    expect(done).toEqual(['told'])
    expect(undos.getSnapshot()).toEqual({ canUndo: false, canRedo: true, problem: undefined })
  })

  it('are gone one after the other, however quickly they are asked for', async () => {
    const done: string[] = []
    const gates: (() => void)[] = []
    const undos = new UndoSteps(() => done.push('told'))
    undos.push(wayOf(done, 'one'))
    undos.push(async () => {
      await new Promise<void>((resolve) => gates.push(resolve))
      return await wayOf(done, 'two')()
    })
    undos.undo()
    undos.undo()
    await vi.waitFor(() => expect(gates).toHaveLength(1))
    expect(done).toEqual([])
    gates[0]?.()
    await vi.waitFor(() => expect(done).toEqual(['-two', 'told', '-one', 'told']))
  })

  it('are none before something that has none', async () => {
    const done: string[] = []
    const undos = new UndoSteps(() => done.push('told'))
    const step = undos.push(wayOf(done, 'one'))
    undos.forget()
    undos.undo()
    await step()
    expect(done).toEqual([])
  })

  it('lead forward again, and back once more, until something else is saved', async () => {
    const done: string[] = []
    const undos = new UndoSteps((_, kind) => done.push(kind))
    undos.push(wayOf(done, 'one'))
    undos.undo()
    await vi.waitFor(() => expect(done).toEqual(['-one', 'undo']))
    undos.redo()
    await vi.waitFor(() => expect(done.slice(2)).toEqual(['+one', 'redo']))
    undos.undo()
    await vi.waitFor(() => expect(done.slice(4)).toEqual(['-one', 'undo']))
    undos.push(wayOf(done, 'two'))
    expect(undos.getSnapshot()).toMatchObject({ canUndo: true, canRedo: false })
  })

  it('are kept up to a hundred', async () => {
    const done: string[] = []
    const undos = new UndoSteps(() => undefined)
    for (let at = 0; at < 101; at += 1) undos.push(wayOf(done, String(at)))
    for (let at = 0; at < 101; at += 1) undos.undo()
    await vi.waitFor(() => expect(undos.getSnapshot().canUndo).toBe(false))
    expect(done).toHaveLength(100)
    expect(done.at(-1)).toBe('-1')
  })
})
