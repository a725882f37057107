import { encodeUtf8 } from '../../values/utf8.ts'
import { inCase } from '../../values/letter-case.ts'
import { type Form, form } from '../signature.ts'

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
