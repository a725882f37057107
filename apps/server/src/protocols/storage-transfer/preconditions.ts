import { StatusError } from '@hearth/model'
import type { Preconditions } from '../../files/preconditions.ts'
import type { QueryParameters } from '../../http/exchange.ts'

/** The `if…Match` parameters of a call. Throws `invalid-argument`/`INVALID_REQUEST`. */
export function preconditionsOf(query: QueryParameters): Preconditions {
  return {
    generationMatch: generationOf(query, 'ifGenerationMatch'),
    generationNotMatch: generationOf(query, 'ifGenerationNotMatch'),
    metagenerationMatch: generationOf(query, 'ifMetagenerationMatch'),
    metagenerationNotMatch: generationOf(query, 'ifMetagenerationNotMatch'),
  }
}

/** The `ifSource…Match` parameters of a call that has a source. */
export function sourcePreconditionsOf(query: QueryParameters): Preconditions {
  return {
    generationMatch: generationOf(query, 'ifSourceGenerationMatch'),
    generationNotMatch: generationOf(query, 'ifSourceGenerationNotMatch'),
    metagenerationMatch: generationOf(query, 'ifSourceMetagenerationMatch'),
    metagenerationNotMatch: generationOf(query, 'ifSourceMetagenerationNotMatch'),
  }
}

/** A generation or metageneration that a parameter names. Throws `invalid-argument`/`INVALID_REQUEST`. */
export function generationOf(query: QueryParameters, parameter: string): string | undefined {
  const text = query.get(parameter)
  if (text === null || text === '') return undefined
  if (/^\d{1,20}$/.test(text)) return text.replace(/^0+(?=\d)/, '')
  throw new StatusError('invalid-argument', 'INVALID_REQUEST', `${parameter} must be a whole number.`)
}
