import { valueTexts } from '../../texts/en/data-values.ts'

const bytesMax = 1500

/** What is wrong with the name of a field, or nothing. */
export function fieldNameProblem(name: string): string | undefined {
  if (name === '') return valueTexts.needsName
  if (/^__.*__$/.test(name)) return valueTexts.reservedName
  if (new TextEncoder().encode(name).length > bytesMax) return valueTexts.longName
  return undefined
}
