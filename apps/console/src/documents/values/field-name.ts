import { MAX_FIELD_NAME_BYTES } from '@hearth/model/field-path'
import { isReservedName } from '@hearth/model/resource-path'
import { utf8Exceeds } from '@hearth/model/utf8'
import { valueTexts } from '../../texts/en/data-values.ts'

/** What is wrong with the name of a field, or nothing. */
export function fieldNameProblem(name: string): string | undefined {
  if (name === '') return valueTexts.needsName
  if (isReservedName(name)) return valueTexts.reservedName
  if (utf8Exceeds(name, MAX_FIELD_NAME_BYTES)) return valueTexts.longName
  return undefined
}
