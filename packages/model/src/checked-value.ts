import { invalidArgument } from './invalid-argument.ts'
import { parseDocumentName } from './resource-path.ts'
import type { Value } from './value.ts'

/** A reference value, its name checked. Throws `invalid-argument`. */
export function referenceOf(name: string): Value {
  parseDocumentName(name)
  return { kind: 'reference', name }
}

/** A geographical point, its ranges checked. Throws `invalid-argument`. */
export function geoPointOf(latitude: number, longitude: number): Value {
  if (!(latitude >= -90 && latitude <= 90))
    throw invalidArgument('INVALID_VALUE', 'Latitude must be in the range of [-90, 90].')
  if (!(longitude >= -180 && longitude <= 180))
    throw invalidArgument('INVALID_VALUE', 'Longitude must be in the range of [-180, 180].')
  return { kind: 'geopoint', latitude, longitude }
}
