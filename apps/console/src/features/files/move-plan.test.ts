import { expect, it } from 'vitest'
import { isInItself, planMoves, settleMoves } from './move-plan.ts'

it('keeps folders below the one that files come from', () => {
  expect(planMoves('a', ['a/x.txt', 'a/b/y.txt'], 'c/d')).toEqual([
    { from: 'a/x.txt', to: 'c/d/x.txt', replaces: false },
    { from: 'a/b/y.txt', to: 'c/d/b/y.txt', replaces: false },
  ])
  expect(planMoves('', ['x.txt'], 'c')[0]?.to).toBe('c/x.txt')
  expect(planMoves('a', ['a/x.txt'], '')[0]?.to).toBe('x.txt')
})

it('knows a folder that would go into itself', () => {
  expect(isInItself(['a/b'], 'a/b')).toBe(true)
  expect(isInItself(['a/b'], 'a/b/c')).toBe(true)
  expect(isInItself(['a/b'], 'a/bc')).toBe(false)
  expect(isInItself([], '')).toBe(false)
})

it('does with what is taken as somebody said, and gives no name twice', async () => {
  const move = (from: string, to: string) => ({ from, to, replaces: false })
  const taken = [move('1', 'c/x.txt'), move('2', 'c/y.txt'), move('3', 'c/z.txt'), move('4', 'c/x.txt')]
  const answers = new Map([
    ['c/x.txt', 'keep-both' as const],
    ['c/y.txt', 'replace' as const],
    ['c/z.txt', 'skip' as const],
  ])
  expect(await settleMoves(taken, answers, async (path) => path === 'c/x (2).txt')).toEqual([
    move('1', 'c/x (3).txt'),
    { ...move('2', 'c/y.txt'), replaces: true },
    move('4', 'c/x (4).txt'),
  ])
})
