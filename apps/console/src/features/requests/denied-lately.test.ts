import { expect, it } from 'vitest'
import { DeniedLately } from './denied-lately.ts'

const hourMs = 60 * 60_000
const now = Date.UTC(2026, 10, 22, 12)
const idOf = (ms: number) => String(ms * 1000)

it('counts what was denied in the last hour, each once, and asks for no more than came since', () => {
  const lately = new DeniedLately()
  expect(lately.after(now)).toBe(idOf(now - hourMs))
  expect(lately.take([idOf(now - 5), idOf(now - hourMs + 60_000)], now)).toBe(2)
  const next = now + 60_000
  expect(lately.after(next)).toBe(idOf(now - 10_000))
  expect(lately.take([idOf(now - 5), idOf(next - 1)], next)).toBe(3)
  // The one of an hour ago is over.
  expect(lately.take([], next + 1)).toBe(2)
  expect(lately.take([], next + 2 * hourMs)).toBe(0)
  expect(lately.after(next + 5 * hourMs)).toBe(idOf(next + 4 * hourMs))
})
