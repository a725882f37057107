/**
 * Strings are ordered by their UTF-8 bytes, which is the order of code points. JavaScript's `<` compares UTF-16 units
 * and puts U+E000..U+FFFF after the supplementary planes, so the units are compared here with that one correction.
 */
export function compareUtf8(a: string, b: string): number {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x !== y) return x >= 0xd800 && y >= 0xd800 ? codePointRank(x) - codePointRank(y) : x - y
  }
  return a.length - b.length
}

/** Moves the surrogates above U+E000..U+FFFF, where the code points they spell belong. */
function codePointRank(unit: number): number {
  return unit >= 0xe000 ? unit - 0x800 : unit + 0x2000
}

/** The number of bytes of the UTF-8 form, without making it. A lone surrogate counts as the three bytes of U+FFFD. */
export function utf8Length(text: string): number {
  let bytes = text.length
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80) continue
    if (unit < 0x800) bytes += 1
    else {
      bytes += 2
      if (unit >= 0xd800 && unit < 0xdc00) {
        const next = text.charCodeAt(i + 1)
        // A pair is two units and four bytes: both units were counted once, so two more are due.
        if (next >= 0xdc00 && next < 0xe000) i++
      }
    }
  }
  return bytes
}

/** Whether the UTF-8 form is longer than `limit` bytes; short strings are answered without looking at them. */
export function utf8Exceeds(text: string, limit: number): boolean {
  if (text.length * 3 <= limit) return false
  return text.length > limit || utf8Length(text) > limit
}
