import { describe, expect, it } from 'vitest'
import { fitted, leastWidths, restMin, widthProperties } from './column-widths.ts'

describe('the width of a column', () => {
  it('is what was asked for where there is room', () => {
    expect(fitted('collections', 300.4, 1200)).toBe(300)
  })

  it('never falls below its least, and leaves the others theirs', () => {
    expect(fitted('collections', 10, 1200)).toBe(leastWidths.collections)
    expect(fitted('documents', 5000, 1200)).toBe(1200 - restMin)
    expect(fitted('documents', 300, 100)).toBe(leastWidths.documents)
  })

  it('is a property of the page only where somebody chose it', () => {
    expect(widthProperties({ documents: 320 })).toEqual({ '--width-documents': '320px' })
    expect(widthProperties({})).toEqual({})
  })
})
