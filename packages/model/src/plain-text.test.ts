import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeFormula, oneLine, unescapeFormula } from './plain-text.ts'

describe('a text in one line', () => {
  it('has nothing that ends a line, controls a terminal or turns the rest around', () => {
    expect(oneLine('Ada\r\nBcc: eve@evil.example\u0000\u001B[2J\u2028x')).toBe('Ada Bcc: eve@evil.example [2J x')
    expect(oneLine('Ada \u202Egnp.exe\u2066')).toBe('Ada gnp.exe')
    expect(oneLine('Ada Lovelace – Áda 👩‍💻')).toBe('Ada Lovelace – Áda 👩‍💻')
  })
})

describe('a text in a cell', () => {
  it.each(['=1+1', '+SUM(A1)', '-2*cmd', '@x', '\tx', '\r=1', ' =1+1', '=cmd|’/C calc’!A0', '＝1+1', "'=1+1"])(
    'A9 formula: %j is no formula',
    (text) => {
      expect(escapeFormula(text)).toBe(`'${text}`)
    },
  )

  it.each(['', 'Ada', '-2', '+14155550123', '-1.5e-7', '-Mx_z1', '1-1', "O'Brien", "'quoted'"])(
    '%j stays as it is',
    (text) => {
      expect(escapeFormula(text)).toBe(text)
    },
  )

  it('comes back as it was', () => {
    const texts = fc.oneof(fc.string(), fc.stringMatching(/^['=+@\t-]{0,4}[a-z(]{0,3}$/))
    fc.assert(fc.property(texts, (text) => unescapeFormula(escapeFormula(text)) === text))
  })
})
