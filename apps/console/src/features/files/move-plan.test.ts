import { expect, it } from 'vitest'
import { answerMoves, isInItself, planMoves } from './move-plan.ts'

it('keeps folders below the one that files come from', () => {
  expect(planMoves('a', ['a/x.txt', 'a/b/y.txt'], 'c/d')).toEqual([
    { from: 'a/x.txt', to: 'c/d/x.txt', ifTaken: 'stay' },
    { from: 'a/b/y.txt', to: 'c/d/b/y.txt', ifTaken: 'stay' },
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

it('does with what is taken as somebody said, and with the rest as planned', () => {
  const moves = planMoves('a', ['a/w.txt', 'a/x.txt', 'a/y.txt', 'a/z.txt'], 'c')
  const answers = new Map([
    ['c/x.txt', 'keep-both' as const],
    ['c/y.txt', 'replace' as const],
    ['c/z.txt', 'skip' as const],
  ])
  expect(answerMoves(moves, answers)).toEqual([
    { from: 'a/w.txt', to: 'c/w.txt', ifTaken: 'stay' },
    { from: 'a/x.txt', to: 'c/x.txt', ifTaken: 'keep-both' },
    { from: 'a/y.txt', to: 'c/y.txt', ifTaken: 'replace' },
  ])
})
