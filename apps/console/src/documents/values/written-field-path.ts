import { MAX_FIELD_NAME_BYTES } from '@hearth/model/field-path'
import { isReservedName } from '@hearth/model/resource-path'
import { utf8Exceeds } from '@hearth/model/utf8'
import { valueTexts } from '../../texts/en/data-values.ts'

/*
 * A path to a field as people write it, such as `ship.city` or `` `zip code` ``. It is the protocol's form, in which the model writes
 * (`formatFieldPath`), but a name needs backticks only for a space, a dot or a backtick in it.
 */

const oneName = /`((?:[^`\\]|\\.)+)`|([^\s.`]+)/y

/** The names of a path, and where in the text it ends; undefined when there is none at its beginning. */
export function readFieldPath(text: string): { readonly names: readonly string[]; readonly end: number } | undefined {
  const names: string[] = []
  let at = 0
  do {
    oneName.lastIndex = at
    const match = oneName.exec(text)
    if (match === null) return undefined
    names.push(match[1]?.replaceAll(/\\(.)/g, '$1') ?? match[2] ?? '')
    at = oneName.lastIndex
  } while (text[at++] === '.')
  return { names, end: at - 1 }
}

/** The names of a text that is a path and nothing else. */
export function parseFieldPath(text: string): readonly string[] | undefined {
  const trimmed = text.trim()
  const path = readFieldPath(trimmed)
  return path?.end === trimmed.length ? path.names : undefined
}

/** What is wrong with the name of a field, or nothing. */
export function fieldNameProblem(name: string): string | undefined {
  if (name === '') return valueTexts.needsName
  if (isReservedName(name)) return valueTexts.reservedName
  if (utf8Exceeds(name, MAX_FIELD_NAME_BYTES)) return valueTexts.longName
  return undefined
}
