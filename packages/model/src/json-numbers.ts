export const MAX_INT64 = 2n ** 63n - 1n
export const MIN_INT64 = -(2n ** 63n)

/** Of the text of a number, in characters. */
const MAX_LENGTH = 400

const DECIMAL = /^([+-]?)(?=\.?\d)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/

/**
 * A 64-bit integer of proto3 JSON (https://protobuf.dev/programming-guides/json/): text or a number, with fraction and
 * exponent as long as it is whole ("1.0", "1e3"). Undefined: it is none. A number beyond 2^53 is none either, because
 * it lost digits when it was parsed.
 */
export function integerFromJson(json: unknown): bigint | undefined {
  if (typeof json === 'number') return Number.isSafeInteger(json) ? BigInt(json) : undefined
  if (typeof json !== 'string' || json.length > MAX_LENGTH) return undefined
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(json) ?? []
  const magnitude = shifted(whole + fraction, Number(exponent) - fraction.length)
  if (magnitude === undefined) return undefined
  const integer = sign === '-' ? -magnitude : magnitude
  return integer > MAX_INT64 || integer < MIN_INT64 ? undefined : integer
}

/** `digits` times ten to `power`, if that is whole and not far beyond 64 bits. */
function shifted(digits: string, power: number): bigint | undefined {
  if (digits === '') return undefined
  const significant = digits.replace(/^0+/, '')
  if (significant === '') return 0n
  if (power >= 0) return significant.length + power > 20 ? undefined : BigInt(significant + '0'.repeat(power))
  const whole = significant.slice(0, power)
  return whole !== '' && /^0+$/.test(significant.slice(power)) ? BigInt(whole) : undefined
}

/** A double of proto3 JSON: a number, its text, or "NaN", "Infinity", "-Infinity". Undefined: it is none, or beyond all doubles. */
export function doubleFromJson(json: unknown): number | undefined {
  if (json === 'NaN') return NaN
  if (json === 'Infinity') return Infinity
  if (json === '-Infinity') return -Infinity
  const isText = typeof json === 'string' && json.length <= MAX_LENGTH && DECIMAL.test(json)
  const number = isText ? Number(json) : json
  // JSON.parse turns a number that is too large into Infinity.
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}
