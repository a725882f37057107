import { encodeUtf8 } from '../../values/utf8.ts'
import { type Form, form } from '../signature.ts'
import type { Spend } from '../../values/equality.ts'

const A = 0x41
const Z = 0x5a
/** What a capital letter lacks to be a small one. */
const SMALL = 0x20
/** As many arguments as a call surely takes. */
const CHUNK = 8_192

/** Methods of a string. Sizes and places count UTF-16 code units, as the vendor's runtime does. */
export const stringMethods: Readonly<Record<string, readonly Form[]>> = {
  size: [form([], (_args, _evaluation, text) => BigInt((text as string).length))],
  // The letters A to Z alone change.
  lower: [form([], (_args, { spend }, text) => inCase(text as string, 'lower', spend))],
  upper: [form([], (_args, { spend }, text) => inCase(text as string, 'upper', spend))],
  // What is at most U+0020 goes, no other blank.
  trim: [form([], (_args, { spend }, text) => trim(text as string, spend))],
  matches: [
    form(['string'], ([pattern], { patterns, spend }, text) =>
      patterns.matches(pattern as string, text as string, spend),
    ),
  ],
  split: [
    form(['string'], ([pattern], { patterns, spend }, text) =>
      patterns.split(pattern as string, text as string, spend),
    ),
  ],
  replace: [
    form(['string', 'string'], ([pattern, by], { patterns, spend }, text) =>
      patterns.replace(pattern as string, text as string, by as string, spend),
    ),
  ],
  toUtf8: [
    form([], (_args, { spend }, text) => {
      spend((text as string).length)
      return encodeUtf8(text as string)
    }),
  ],
}

function trim(text: string, spend: (units: number) => void): string {
  spend(text.length)
  let start = 0
  let end = text.length
  while (start < end && text.charCodeAt(start) <= 0x20) start++
  while (end > start && text.charCodeAt(end - 1) <= 0x20) end--
  return text.slice(start, end)
}

/** A text with the letters A to Z, and no others, as small or as capital ones: beyond ASCII about ten nanoseconds for each character. */
function inCase(text: string, wanted: 'lower' | 'upper', spend: Spend): string {
  spend(text.length)
  if (isAscii(text)) return wanted === 'lower' ? text.toLowerCase() : text.toUpperCase()
  spend(text.length >> 1)
  const [first, last, change] = wanted === 'lower' ? [A, Z, SMALL] : [A + SMALL, Z + SMALL, -SMALL]
  let changed = ''
  for (let from = 0; from < text.length; from += CHUNK) {
    const units = new Uint16Array(Math.min(CHUNK, text.length - from))
    for (let i = 0; i < units.length; i++) {
      const unit = text.charCodeAt(from + i)
      units[i] = unit >= first && unit <= last ? unit + change : unit
    }
    changed += Reflect.apply(String.fromCharCode, undefined, units)
  }
  return changed
}

function isAscii(text: string): boolean {
  // Far quicker than going over the text here.
  // oxlint-disable-next-line no-control-regex
  return /^[\x00-\x7f]*$/.test(text)
}
